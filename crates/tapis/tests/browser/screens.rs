//! Every screen can be used by people who do not see it, or not well; has room in every window; and is written in both
//! languages. All screens are gone through twice, at a desk and on a phone.

use harness::browser::{self, BrowserError, Device, Driver, Notices, Page, SCREENS, Screen, Size, Theme};

use crate::language::switch_faults;
use crate::layout::width_faults;
use crate::{crowded_house, page_at};

/// Goes to some screens, and tells the faults of all of them.
async fn check_screens(
    driver: &Driver,
    device: Device,
    screens: &[Screen],
    faults_of: impl AsyncFn(&Page) -> Result<Vec<String>, BrowserError>,
) -> Result<(), BrowserError> {
    let house = crowded_house().await?;
    let page = page_at(driver, device.notices(Notices::Stay), &house.url("/")).await?;
    let mut faults = Vec::new();
    for screen in screens {
        screen.reach(&house, &page).await?;
        faults.extend(faults_of(&page).await?.iter().map(|fault| format!("{}: {fault}", screen.name)));
    }
    assert!(faults.is_empty(), "\n  {}", faults.join("\n  "));
    Ok(())
}

/// What keeps people out of a screen.
async fn accessibility_faults(page: &Page) -> Result<Vec<String>, BrowserError> {
    match page.check_accessibility().await {
        Err(BrowserError::Inaccessible(found)) => Ok(found.iter().map(ToString::to_string).collect()),
        checked => checked.map(|()| Vec::new()),
    }
}

/// All that can be wrong with a screen at a desk.
async fn all_faults(page: &Page) -> Result<Vec<String>, BrowserError> {
    let mut faults = accessibility_faults(page).await?;
    faults.extend(width_faults(page).await?);
    page.resize(Size::WIDE).await?;
    faults.extend(switch_faults(page).await?);
    Ok(faults)
}

/// The screens in two halves, so that two tests share them.
fn halves() -> (&'static [Screen], &'static [Screen]) {
    SCREENS.split_at(SCREENS.len() / 2)
}

#[test]
fn the_first_screens_are_accessible_have_room_and_are_in_both_languages() {
    browser::test(async |driver| check_screens(driver, Device::wide(), halves().0, all_faults).await);
}

#[test]
fn the_other_screens_are_accessible_have_room_and_are_in_both_languages() {
    browser::test(async |driver| check_screens(driver, Device::wide(), halves().1, all_faults).await);
}

#[test]
fn the_first_screens_are_accessible_on_a_phone_in_the_dark() {
    let phone = Device::phone().theme(Theme::Dark);
    browser::test(async |driver| check_screens(driver, phone, halves().0, accessibility_faults).await);
}

#[test]
fn the_other_screens_are_accessible_on_a_phone_in_the_dark() {
    let phone = Device::phone().theme(Theme::Dark);
    browser::test(async |driver| check_screens(driver, phone, halves().1, accessibility_faults).await);
}
