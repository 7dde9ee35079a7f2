//! A guard's process for the tests: ends the processes with the mark it is given when its input ends.

use pegboard_mcp::client::stand_guard;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mark = std::env::args().nth(1).ok_or("the mark is missing")?;
    stand_guard(std::io::stdin(), &mark)?;
    Ok(())
}
