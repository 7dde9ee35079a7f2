//! Sentences as vectors, by the model all-MiniLM-L6-v2 from a folder, on the processor. No network, no async runtime.
