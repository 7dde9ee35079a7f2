//! Vectors of length 1, and how near they are to each other.

/// Numbers that are multiplied side by side.
const LANES: usize = 16;

/// The vectors of many tools, one after another.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    numbers: Vec<f32>,
    width: usize,
}

impl Vectors {
    /// These vectors, in this order; `None` where one is of another width than the rest, or there are none.
    pub fn of<'a>(vectors: impl IntoIterator<Item = &'a [f32]>) -> Option<Self> {
        let mut all = Self::default();
        for vector in vectors {
            if all.numbers.is_empty() {
                all.width = vector.len();
            }
            if vector.len() != all.width || vector.is_empty() {
                return None;
            }
            all.numbers.extend_from_slice(vector);
        }
        (all.width > 0).then_some(all)
    }

    /// How near each of them is to the nearest of these queries.
    pub fn cosines<Q: AsRef<[f32]>>(&self, queries: &[Q]) -> Vec<f64> {
        // Before the first vector there is no width to divide by.
        let vectors = self.numbers.chunks_exact(self.width.max(1));
        vectors.map(|vector| nearest(vector, queries)).collect()
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.numbers.len() / self.width.max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Numbers of each.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// How near a vector is to the nearest of these queries.
pub fn cosine<Q: AsRef<[f32]>>(vector: &[f32], queries: &[Q]) -> f64 {
    nearest(vector, queries)
}

fn nearest<Q: AsRef<[f32]>>(vector: &[f32], queries: &[Q]) -> f64 {
    let cosines = queries.iter().map(|query| f64::from(dot(vector, query.as_ref())));
    cosines.fold(-1.0, f64::max)
}

/// The product of two vectors of length 1 is the cosine between them.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::Vectors;

    #[test]
    fn the_nearest_query_counts() {
        let (along, across) = ([1.0_f32, 0.0], [0.0_f32, 1.0]);
        let vectors = Vectors::of([along.as_slice(), &[0.6, 0.8]]).unwrap();
        assert_eq!(vectors.cosines(&[along]), [1.0, f64::from(0.6_f32)]);
        assert_eq!(vectors.cosines(&[along, across]), [1.0, f64::from(0.8_f32)]);
        assert_eq!((vectors.len(), vectors.width()), (2, 2));
    }

    #[test]
    fn vectors_of_several_widths_are_of_several_models() {
        assert!(Vectors::of([[1.0_f32].as_slice(), &[1.0, 0.0]]).is_none());
        assert!(Vectors::of([]).is_none());
    }
}
