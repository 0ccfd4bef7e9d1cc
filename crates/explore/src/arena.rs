//! Bytes of many states, in blocks: one block for all would be copied whenever it grows, and take three times its size
//! meanwhile.

/// Bytes of a block, unless one state needs more.
const BLOCK: usize = 1 << 20;

#[derive(Default)]
pub struct Arena {
    blocks: Vec<Vec<u8>>,
    /// Of all blocks.
    reserved: usize,
}

/// Where the bytes of a state are.
#[derive(Clone, Copy)]
pub struct Place {
    block: u32,
    start: u32,
    len: u32,
}

impl Arena {
    pub fn add(&mut self, bytes: &[u8]) -> Place {
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < bytes.len()) {
            let block = Vec::with_capacity(BLOCK.max(bytes.len()));
            self.reserved += block.capacity();
            self.blocks.push(block);
        }
        let block = self.blocks.len() - 1;
        let start = self.blocks[block].len();
        self.blocks[block].extend_from_slice(bytes);
        Place { block: block as u32, start: start as u32, len: bytes.len() as u32 }
    }

    pub fn get(&self, place: Place) -> &[u8] {
        let start = place.start as usize;
        &self.blocks[place.block as usize][start..start + place.len as usize]
    }

    /// Bytes that are taken.
    pub fn memory(&self) -> usize {
        self.reserved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_there() {
        let mut arena = Arena::default();
        let large = vec![7; BLOCK + 1];
        let texts: [&[u8]; 5] = [b"", b"one", &large, b"two", &large[..BLOCK]];
        let places: Vec<Place> = texts.iter().map(|text| arena.add(text)).collect();
        for (place, text) in places.into_iter().zip(texts) {
            assert_eq!(arena.get(place), text);
        }
        assert!(arena.memory() > 2 * BLOCK);
    }
}
