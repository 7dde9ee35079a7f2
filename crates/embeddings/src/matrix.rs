//! The product of matrices. The one place that hands memory to the library that computes it.

use matrixmultiply::sgemm;

/// A matrix in row order inside a slice: `rows` rows of `columns` numbers, each `stride` after the one before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    numbers: &'a [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a> View<'a> {
    /// # Panics
    /// When the slice is too short, which only a wrong shape of ours makes it.
    pub(crate) fn new(numbers: &'a [f32], rows: usize, columns: usize, stride: usize) -> Self {
        assert!(fits(numbers.len(), rows, columns, stride), "a matrix reaches beyond its numbers");
        Self { numbers, rows, columns, row_stride: stride, column_stride: 1 }
    }

    /// Rows as columns.
    pub(crate) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }
}

/// `into = factor · a · b + keep · into`; `into` has the rows of `a`, each `stride` after the one before.
///
/// # Panics
/// When shapes do not fit each other.
pub(crate) fn multiply(factor: f32, a: View<'_>, b: View<'_>, keep: f32, into: &mut [f32], stride: usize) {
    assert_eq!(a.columns, b.rows, "matrices do not fit each other");
    assert!(fits(into.len(), a.rows, b.columns, stride), "a product reaches beyond its place");
    let strides = [a.row_stride, a.column_stride, b.row_stride, b.column_stride, stride];
    let [ar, ac, br, bc, ir] = strides.map(|stride| isize::try_from(stride).unwrap_or(isize::MAX));
    // SAFETY: every element that the shapes and strides name lies inside its slice, as `View::new` and the assertion
    // above checked; `into` is borrowed alone, so that nothing aliases it, and its rows do not overlap (`fits`).
    #[allow(unsafe_code, reason = "the library takes pointers; this is the only call of it")]
    unsafe {
        let (a_at, b_at, into_at) = (a.numbers.as_ptr(), b.numbers.as_ptr(), into.as_mut_ptr());
        sgemm(a.rows, a.columns, b.columns, factor, a_at, ar, ac, b_at, br, bc, keep, into_at, ir, 1);
    }
}

/// Whether so many rows of so many columns lie inside `length` numbers and do not overlap.
fn fits(length: usize, rows: usize, columns: usize, stride: usize) -> bool {
    let Some(before) = rows.checked_sub(1) else { return true };
    let end = before.checked_mul(stride).and_then(|start| start.checked_add(columns));
    columns <= stride && end.is_some_and(|end| end <= length)
}

#[cfg(test)]
mod tests {
    use super::{View, multiply};

    #[test]
    fn products_are_added_to_what_is_there() {
        let a = [1.0, 2.0, 3.0, 4.0];
        let b = [5.0, 6.0, 7.0, 8.0];
        let mut into = [1.0; 4];
        multiply(1.0, View::new(&a, 2, 2, 2), View::new(&b, 2, 2, 2).transposed(), 1.0, &mut into, 2);
        assert_eq!(into, [18.0, 24.0, 40.0, 54.0]);
    }

    #[test]
    #[should_panic(expected = "reaches beyond")]
    fn what_is_too_short_is_refused() {
        View::new(&[0.0; 5], 2, 3, 3);
    }
}
