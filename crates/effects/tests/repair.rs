//! Summaries that are made from what is missing, and from nothing else: the engine is given none to begin with.

use concurrent::spec::elaborate;
use effects::check::{Interference, check};
use effects::fixed_point::{End, explore};
use effects::linearization::instrument;
use effects::liveness::mark_live;
use effects::locks::reduce;
use effects::lower::lower;
use effects::repair::summary_of;
use effects::spin_locks::recognise;
use effects::text;
use expect_test::{Expect, expect};
use std::path::Path;

/// The summaries that are added until all effects are there, or why that does not come to an end.
fn from_nothing(name: &str, expected: Expect) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let (program, diagnostics) = front::c::parse(source::FileId(0), &text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    let points = check(&program, &spec, Interference::Summaries).unwrap().points.unwrap();
    let mut code = lower(&program, &spec).unwrap();
    recognise(&mut code);
    reduce(&mut code).unwrap();
    let mut code = instrument(&code, &points);
    mark_live(&mut code);
    let mut summaries = Vec::new();
    let end = loop {
        let fixed_point = explore(&code, &summaries);
        match fixed_point.end {
            End::Missing { missing, .. } if summaries.len() < 12 => {
                let name = code.procedure_of(missing.before.location).unwrap().name.clone();
                match summary_of(&code, &missing, name, spec.span) {
                    Some(summary) => summaries.push(summary),
                    None => break "an effect has no summary".to_string(),
                }
            }
            End::Closed => break format!("proved, {} views", fixed_point.views.len()),
            end => break format!("{end:?}"),
        }
    };
    let said: String = summaries.iter().map(|summary| text::print(&code, summary)).collect();
    expected.assert_eq(&format!("{said}{end}\n"));
}

#[test]
fn treibers_stack() {
    from_nothing(
        "treiber_gc.c",
        expect![[r#"
            atomic { /* push */
              assume(Top == NULL);
              node1 = malloc(sizeof(Node));
              value2 = *;
              node1->data = value2;
              node1->next = NULL;
              Top = node1;
              /* inserts value2 */
            }
            atomic { /* push */
              assume(Top != NULL);
              assume(Top->next == NULL);
              cell1 = Top;
              node2 = malloc(sizeof(Node));
              value3 = *;
              node2->data = value3;
              node2->next = cell1;
              Top = node2;
              /* inserts value3 */
            }
            atomic { /* pop */
              assume(Top != NULL);
              /* removes Top->data */
              assume(Top->next == NULL);
              cell1 = Top;
              Top = NULL;
            }
            atomic { /* push */
              assume(Top != NULL);
              cell1 = Top;
              node2 = malloc(sizeof(Node));
              cell3 = Top->next;
              value4 = *;
              node2->data = value4;
              node2->next = cell1;
              Top = node2;
              /* inserts value4 */
            }
            atomic { /* pop */
              assume(Top != NULL);
              /* removes Top->data */
              cell1 = Top;
              cell2 = Top->next;
              Top = cell2;
            }
            proved, 518 views
        "#]],
    );
}

#[test]
fn coarse_queue_with_manual_memory() {
    from_nothing(
        "coarse_queue_manual.c",
        expect![[r#"
            atomic { /* enq */
              assume(Head != NULL);
              assume(Tail == Head);
              assume(Head->next == NULL);
              cell1 = Head;
              node2 = malloc(sizeof(Node));
              cell1->next = node2;
              value3 = *;
              node2->data = value3;
              node2->next = NULL;
              Tail = node2;
              /* inserts value3 */
            }
            atomic { /* deq */
              assume(Head != NULL);
              assume(Tail == Head->next);
              /* removes Head->next->data */
              cell1 = Head;
              cell2 = Head->next;
              Head = cell2;
              free(cell1);
            }
            atomic { /* enq */
              assume(Head != NULL);
              assume(Tail == Head->next);
              cell1 = Head;
              assume(Head->next->next == NULL);
              cell2 = Head->next;
              node3 = malloc(sizeof(Node));
              cell2->next = node3;
              value4 = *;
              node3->data = value4;
              node3->next = NULL;
              Tail = node3;
              /* inserts value4 */
            }
            atomic { /* deq */
              assume(Head != NULL);
              assume(Tail != NULL);
              assume(Tail != Head);
              /* removes Head->next->data */
              cell1 = Head;
              cell2 = Tail;
              cell3 = Head->next;
              Head = cell3;
              free(cell1);
            }
            atomic { /* enq */
              assume(Head != NULL);
              assume(Tail != NULL);
              assume(Tail != Head);
              cell1 = Head;
              assume(Tail->next == NULL);
              cell2 = Tail;
              node3 = malloc(sizeof(Node));
              cell4 = Head->next;
              cell2->next = node3;
              value5 = *;
              node3->data = value5;
              node3->next = NULL;
              Tail = node3;
              /* inserts value5 */
            }
            proved, 84 views
        "#]],
    );
}
