//! Small sounds, made on the spot: no files. Off unless they are switched on.

use leptos::prelude::*;
use web_sys::{AudioContext, OscillatorType};

use crate::preferences::{Preferences, Sounds};

/// What a sound stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// A card was laid or drawn.
    Card,
    /// It is one's turn.
    Turn,
    /// Something was refused.
    Refusal,
    /// The round or the match is over.
    End,
}

/// Plays a sound, if sounds are wanted.
pub(crate) fn play(sound: Sound, preferences: Preferences) {
    if untrack(|| preferences.sounds()) == Sounds::Off {
        return;
    }
    let tones: &[(f32, f64)] = match sound {
        Sound::Card => &[(220.0, 0.04)],
        Sound::Turn => &[(523.3, 0.09), (784.0, 0.12)],
        Sound::Refusal => &[(160.0, 0.14)],
        Sound::End => &[(523.3, 0.11), (659.3, 0.11), (784.0, 0.11), (1046.5, 0.34)],
    };
    // A machine without sound plays without it.
    let _ = ring(tones);
}

fn ring(tones: &[(f32, f64)]) -> Result<(), wasm_bindgen::JsValue> {
    let context = AudioContext::new()?;
    let mut start = context.current_time();
    for (frequency, seconds) in tones {
        let (tone, volume) = (context.create_oscillator()?, context.create_gain()?);
        tone.set_type(OscillatorType::Triangle);
        tone.frequency().set_value(*frequency);
        volume.gain().set_value_at_time(0.12, start)?;
        volume.gain().exponential_ramp_to_value_at_time(0.001, start + seconds)?;
        tone.connect_with_audio_node(&volume)?;
        volume.connect_with_audio_node(&context.destination())?;
        tone.start_with_when(start)?;
        tone.stop_with_when(start + seconds)?;
        start += seconds;
    }
    Ok(())
}
