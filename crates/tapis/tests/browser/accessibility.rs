//! Every screen can be used by people who do not see it, or not well: in both sizes and both themes.

use harness::browser::{self, BrowserError, Device, Driver, Motion, SCREENS, Theme};

use crate::{crowded_house, page_at};

/// Looks at every screen, and tells the faults of all of them.
async fn check(driver: &Driver, device: Device) -> Result<(), BrowserError> {
    let house = crowded_house().await?;
    let page = page_at(driver, device.motion(Motion::Reduced), &house.url("/")).await?;
    let mut faults = Vec::new();
    for screen in SCREENS {
        screen.reach(&house, &page).await?;
        match page.check_accessibility().await {
            Err(BrowserError::Inaccessible(found)) => {
                faults.extend(found.iter().map(|fault| format!("{}: {fault}", screen.name)));
            }
            checked => checked?,
        }
    }
    assert!(faults.is_empty(), "\n  {}", faults.join("\n  "));
    Ok(())
}

#[test]
fn every_screen_is_accessible_wide_and_light() {
    browser::test(async |driver| check(driver, Device::wide()).await);
}

#[test]
fn every_screen_is_accessible_on_a_phone_in_the_dark() {
    browser::test(async |driver| check(driver, Device::phone().theme(Theme::Dark)).await);
}
