//! What people do to a page: with a mouse, a finger or a keyboard.
//!
//! All of it goes through the browser's own input, so the page sees what it sees when people do it. What is pointed at
//! must be there, lie still and not be covered.
//!
//! Deliberately absent: the drag and drop of texts between programs. A file is dropped as the page would be told of it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use crate::browser::BrowserError;
use crate::browser::find::Find;
use crate::browser::page::Page;

/// In how many moves a drag crosses its way.
const DRAG_MOVES: u32 = 12;
/// How far a drag goes first, so that the page takes it for one.
const DRAG_BEGINS: f64 = 12.0;
/// So long a finger rests before it lets go. One that lets go in full swing throws: then the browser takes the next tap
/// for the hand that stops the throw.
const REST: Duration = Duration::from_millis(200);

/// A point of the screen, and what covers the thing that was looked for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Point {
    x: f64,
    y: f64,
    above: Option<String>,
    is_still: bool,
}

/// Whether something may lie over what is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cover {
    Allowed,
    Refused,
}

/// What points.
#[derive(Debug, Clone, Copy)]
enum Pointer {
    Mouse,
    Finger,
}

/// What a pointer does.
#[derive(Debug, Clone, Copy)]
enum Gesture {
    Hover,
    Press,
    Carry,
    Release,
}

impl Page {
    /// Clicks on something as soon as it is there.
    ///
    /// # Errors
    /// If it is never there, or covered.
    pub async fn click<'a>(&self, what: impl Into<Find<'a>>) -> Result<(), BrowserError> {
        self.press_and_release(Pointer::Mouse, what.into()).await
    }

    /// Taps on something with a finger as soon as it is there.
    ///
    /// # Errors
    /// If it is never there, or covered.
    pub async fn tap<'a>(&self, what: impl Into<Find<'a>>) -> Result<(), BrowserError> {
        self.press_and_release(Pointer::Finger, what.into()).await
    }

    /// Drags one thing onto another with the mouse. Where to is looked for once the drag has begun: a place to drop
    /// may show only then.
    ///
    /// # Errors
    /// If one of them is never there.
    pub async fn drag<'a, 'b>(&self, from: impl Into<Find<'a>>, to: impl Into<Find<'b>>) -> Result<(), BrowserError> {
        self.carry(Pointer::Mouse, from.into(), to.into()).await
    }

    /// Drags one thing onto another with a finger, as [`drag`](Self::drag) does with the mouse.
    ///
    /// # Errors
    /// If one of them is never there.
    pub async fn touch_drag<'a, 'b>(
        &self,
        from: impl Into<Find<'a>>,
        to: impl Into<Find<'b>>,
    ) -> Result<(), BrowserError> {
        self.carry(Pointer::Finger, from.into(), to.into()).await
    }

    /// Presses and releases a key; whatever has the focus gets it.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn press(&self, key: impl Into<char>) -> Result<(), BrowserError> {
        let key = key.into();
        Ok(self.web.action_chain().key_down(key).key_up(key).perform().await?)
    }

    /// Presses a key while another, such as [`Key::Shift`](crate::browser::Key::Shift), is held.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn press_with(&self, held: impl Into<char>, key: impl Into<char>) -> Result<(), BrowserError> {
        let (held, key) = (held.into(), key.into());
        Ok(self.web.action_chain().key_down(held).key_down(key).key_up(key).key_up(held).perform().await?)
    }

    /// Types a text; whatever has the focus gets it.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn write(&self, text: &str) -> Result<(), BrowserError> {
        Ok(self.web.action_chain().send_keys(text).perform().await?)
    }

    /// Drops a file of this name and content on the page.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn drop_file(&self, name: &str, content: &str) -> Result<(), BrowserError> {
        let script = "
            const [name, content] = arguments;
            const files = new DataTransfer();
            files.items.add(new File([content], name));
            for (const kind of ['dragover', 'drop']) {
                const event = new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true });
                if (document.body.dispatchEvent(event)) throw new Error(`the page does not take the ${kind} of a file`);
            }
        ";
        self.run(script, vec![name.into(), content.into()]).await
    }

    /// Slides something to a value, as who drags its thumb does.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn slide(&self, selector: &str, value: usize) -> Result<(), BrowserError> {
        let script = "
            const slider = document.querySelector(arguments[0]);
            slider.value = arguments[1];
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        ";
        self.run(script, vec![selector.into(), value.into()]).await
    }

    async fn press_and_release(&self, pointer: Pointer, what: Find<'_>) -> Result<(), BrowserError> {
        let point = self.locate(what, Cover::Refused).await?;
        self.gesture(pointer, Gesture::Hover, &point).await?;
        self.gesture(pointer, Gesture::Press, &point).await?;
        self.gesture(pointer, Gesture::Release, &point).await
    }

    async fn carry(&self, pointer: Pointer, from: Find<'_>, to: Find<'_>) -> Result<(), BrowserError> {
        let start = self.locate(from, Cover::Refused).await?;
        let begun = Point { y: start.y - DRAG_BEGINS, ..start.clone() };
        self.gesture(pointer, Gesture::Hover, &start).await?;
        self.gesture(pointer, Gesture::Press, &start).await?;
        self.gesture(pointer, Gesture::Carry, &begun).await?;
        // What is dragged may lie over where it goes.
        let end = self.locate(to, Cover::Allowed).await?;
        for part in 1..=DRAG_MOVES {
            let share = f64::from(part) / f64::from(DRAG_MOVES);
            let between = |from: f64, to: f64| from + (to - from) * share;
            let point = Point { x: between(begun.x, end.x), y: between(begun.y, end.y), ..end.clone() };
            self.gesture(pointer, Gesture::Carry, &point).await?;
        }
        if let Pointer::Finger = pointer {
            tokio::time::sleep(REST).await;
            self.gesture(pointer, Gesture::Carry, &end).await?;
        }
        self.gesture(pointer, Gesture::Release, &end).await
    }

    /// Where something is once it lies still.
    async fn locate(&self, what: Find<'_>, cover: Cover) -> Result<Point, BrowserError> {
        let accept = |point: &Point| match &point.above {
            _ if !point.is_still => Err("it does not lie still".to_owned()),
            Some(above) if cover == Cover::Refused => Err(format!("it lies under {above}")),
            _ => Ok(()),
        };
        let expected = format!("{what} could not be pointed at");
        self.poll(&expected, "return stillPlace(...arguments);", what.arguments(), accept).await
    }

    async fn gesture(&self, pointer: Pointer, gesture: Gesture, point: &Point) -> Result<(), BrowserError> {
        let (x, y) = (point.x, point.y);
        let (method, event) = match pointer {
            Pointer::Mouse => {
                let (kind, button, buttons) = match gesture {
                    Gesture::Hover => ("mouseMoved", "none", 0),
                    Gesture::Press => ("mousePressed", "left", 1),
                    Gesture::Carry => ("mouseMoved", "left", 1),
                    Gesture::Release => ("mouseReleased", "left", 0),
                };
                let event = json!({
                    "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
                });
                ("Input.dispatchMouseEvent", event)
            }
            Pointer::Finger => {
                let (kind, points) = match gesture {
                    // Touch input has no hover.
                    Gesture::Hover => return Ok(()),
                    Gesture::Press => ("touchStart", json!([{"x": x, "y": y}])),
                    Gesture::Carry => ("touchMove", json!([{"x": x, "y": y}])),
                    Gesture::Release => ("touchEnd", json!([])),
                };
                ("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}))
            }
        };
        self.tell(method, event).await.map(|_| ())
    }
}
