//! How tokens of a text look at each other.

use crate::matrix::{View, multiply};

/// Shape of the attention of a model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attention {
    pub(crate) hidden: usize,
    pub(crate) heads: usize,
}

impl Attention {
    /// What each token takes from the tokens of its text. `asked` has for each token its query, key and value one after
    /// another; `lengths` are the tokens of each text; `into` has a row for each token.
    pub(crate) fn attend(self, asked: &[f32], lengths: &[usize], scores: &mut Vec<f32>, into: &mut [f32]) {
        let Self { hidden, heads } = self;
        let (width, stride) = (hidden / heads, 3 * hidden);
        #[allow(clippy::cast_precision_loss, reason = "a width is below 2^24")]
        let factor = 1.0 / (width as f32).sqrt();
        let mut start = 0;
        for &length in lengths {
            scores.resize(length * length, 0.0);
            let text = &asked[start * stride..(start + length) * stride];
            for head in 0..heads {
                let part =
                    |which: usize| View::new(&text[which * hidden + head * width..], length, width, stride);
                multiply(factor, part(0), part(1).transposed(), 0.0, scores, length);
                scores.chunks_exact_mut(length).for_each(softmax);
                let place = &mut into[start * hidden + head * width..];
                multiply(1.0, View::new(scores, length, length, length), part(2), 0.0, place, hidden);
            }
            start += length;
        }
    }
}

/// Numbers as shares of a whole.
fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in &mut *numbers {
        *number = (*number - most).exp();
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}
