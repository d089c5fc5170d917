//! Functions of the page's script: `web/page.js` and the files beside it describe each of them.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = gridwalk, js_name = readFile)]
    pub fn read_file(path: &str) -> Option<Vec<u8>>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = writeFile)]
    pub fn write_file(path: &str, bytes: &[u8]) -> Option<String>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = removeFile)]
    pub fn remove_file(path: &str);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = listFiles)]
    pub fn list_files() -> Vec<String>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = stampFile)]
    pub fn stamp_file(path: &str) -> Option<f64>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = download)]
    pub fn download(name: &str, bytes: &[u8]);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = holdsSlot)]
    pub fn holds_slot(number: u32) -> bool;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = lastSlot)]
    pub fn last_slot() -> u32;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = pickFile, catch)]
    pub async fn pick_file(endings: Vec<String>) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = takeHandedOver)]
    pub fn take_handed_over() -> Vec<String>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = takePasted)]
    pub fn take_pasted() -> Option<String>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = readClipboard)]
    pub fn read_clipboard();
    #[wasm_bindgen(js_namespace = gridwalk, js_name = copyText)]
    pub fn copy_text(text: &str);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = takeCopied)]
    pub fn take_copied() -> Option<bool>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = letFramesPass)]
    pub async fn let_frames_pass();
    #[wasm_bindgen(js_namespace = gridwalk, js_name = repeat)]
    pub fn repeat(milliseconds: u32, work: &Closure<dyn FnMut() -> bool>);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = address)]
    pub fn address(name: &str) -> Option<String>;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = linkTo)]
    pub fn link_to(share: &str) -> String;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = frameOf)]
    pub fn frame_of(parameters: &str, share: &str) -> String;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = showPlace)]
    pub fn show_place(parameters: &str, keeps_share: bool, title: &str, language: &str);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = speak)]
    pub fn speak(lesson: &str, step: &str, note: &str);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = prefersReducedMotion)]
    pub fn prefers_reduced_motion() -> bool;
    #[wasm_bindgen(js_namespace = gridwalk, js_name = shown)]
    pub fn shown();
    #[wasm_bindgen(js_namespace = gridwalk, js_name = claimKeys)]
    pub fn claim_keys(keys: Vec<String>);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = showKeyboard)]
    pub fn show_keyboard(types: bool, is_on_text: bool);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = refuse)]
    pub fn refuse(sentence: &str);
    #[wasm_bindgen(js_namespace = gridwalk, js_name = panicked)]
    pub fn panicked(text: &str);
}
