"""Prints results for people: headings, tables with aligned columns, targets."""


def heading(text):
    print(f"\n{text}\n{'=' * len(text)}", flush=True)


def table(names, rows):
    """A table whose first column is text and whose other columns are aligned to the right."""
    cells = [list(names)] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(names))]
    for number, row in enumerate(cells):
        first = row[0].ljust(widths[0])
        others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join([first, *others]).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths).rstrip())
    print(flush=True)


def target(text, is_met):
    print(f"target: {text}: {'met' if is_met else 'MISSED'}", flush=True)


def some(paths, limit=12):
    """The beginning of a list, with the number of those left out."""
    shown = [str(path) for path in paths[:limit]]
    if len(paths) > limit:
        shown.append(f"and {len(paths) - limit} more")
    return ", ".join(shown)


def seconds(value):
    return f"{value:.2f} s"


def percent(value):
    return f"{100 * value:.1f} %"


def megabytes(value):
    return f"{value:.0f} MB"


def times(value):
    return f"{value:.1f}"
