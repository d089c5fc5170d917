// The sentences of the page itself, before the program can speak and after it cannot any more; and the address, which
// says in which language.

/** The parameters of the address. Their names are taken in small letters, and the first of two counts. */
export const query = new Map([...new URLSearchParams(location.search)].reverse().map(([name, value]) => [name.toLowerCase(), value]))

/** Whether the page is a frame in another page. */
export const isFramed = window.self !== window.top

const SENTENCES = {
  en: {
    loading: () => 'Loading …',
    amount: (done, all) => `${done} of ${all} MB`,
    starting: () => 'Starting …',
    noWebAssembly: () => 'This browser has no WebAssembly, which the program needs.',
    noWebGL2: () => 'This browser has no WebGL 2, with which the program draws. It may be turned off in its settings, or the graphics driver may be blocked.',
    missing: (file, why) => `${file} cannot be loaded: ${why}.`,
    broken: (why) => `The program cannot be started: ${why}`,
    lost: () => 'The browser has taken the graphics away from this page. Your work is kept, and is offered again when the page is loaded again.',
    panicked: (why) => `The program has come upon a mistake of its own and has stopped. Your work is kept, and is offered again when the page is loaded again. (${why})`,
    again: () => 'Load again',
    full: () => 'the storage of this browser is full',
    noStorage: () => 'this browser does not let the page store anything',
    noText: () => 'only text can be stored in this browser',
    copy: () => 'The browser does not let this page copy. Press Ctrl + C to copy this text:',
    done: () => 'Done',
    hint: () => 'Tab leaves the map. F1 lists the keys, F2 opens a lesson.',
    whole: () => 'Open in gridwalk ↗',
  },
  zh: {
    loading: () => '正在加载……',
    amount: (done, all) => `${done} / ${all} MB`,
    starting: () => '正在启动……',
    noWebAssembly: () => '此浏览器不支持程序所需的 WebAssembly。',
    noWebGL2: () => '此浏览器没有程序绘图所需的 WebGL 2。它可能在设置中被关闭，或者显卡驱动被禁用。',
    missing: (file, why) => `无法加载 ${file}：${why}。`,
    broken: (why) => `程序无法启动：${why}`,
    lost: () => '浏览器收回了此页面的图形环境。您的工作已保留，重新加载页面后会再次提供。',
    panicked: (why) => `程序遇到自身的错误而停止。您的工作已保留，重新加载页面后会再次提供。（${why}）`,
    again: () => '重新加载',
    full: () => '此浏览器的存储空间已满',
    noStorage: () => '此浏览器不允许页面存储任何内容',
    noText: () => '此浏览器中只能存储文本',
    copy: () => '浏览器不允许此页面复制。请按 Ctrl + C 复制这段文本：',
    done: () => '完成',
    hint: () => 'Tab 键离开地图。F1 列出按键，F2 打开课程。',
    whole: () => '在 gridwalk 中打开 ↗',
  },
}

const wanted = query.get('lang')?.toLowerCase() ?? (navigator.language.startsWith('zh') ? 'zh' : 'en')
let language = Object.hasOwn(SENTENCES, wanted) ? wanted : 'en'

/** The sentence of that name in the language of the page. */
export const say = (name, ...values) => SENTENCES[language][name](...values)

/** The language of the page: that of the address or the browser, then that of the program. */
export function speak(other = language) {
  if (Object.hasOwn(SENTENCES, other)) language = other
  document.documentElement.lang = language
}
