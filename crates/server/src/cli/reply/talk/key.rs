//! One key, without Enter.

use std::io::{self, Read};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// The terminal hands over keys as they come, and shows none, as long as this lives.
pub(super) struct Keys(Termios);

impl Keys {
    /// What was typed before is forgotten: nobody has seen yet what it would decide.
    ///
    /// # Errors
    /// When standard input is no terminal.
    pub(super) fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut keys = before.clone();
        keys.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG);
        tcsetattr(io::stdin(), OptionalActions::Flush, &keys)?;
        Ok(Self(before))
    }

    /// Waits for a key; nothing, when the terminal is gone.
    ///
    /// # Errors
    /// When it breaks.
    pub(super) fn next(&self) -> io::Result<Option<u8>> {
        let mut key = [0];
        Ok((io::stdin().lock().read(&mut key)? == 1).then_some(key[0]))
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // There is nobody left to tell. What is left of a key that sends several bytes goes away with it.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.0);
    }
}
