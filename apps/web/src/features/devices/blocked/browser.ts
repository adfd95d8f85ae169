/** A browser, as far as people allow a device there in different ways. */
export type BrowserKind =
	| 'chrome-desktop'
	| 'chrome-android'
	| 'chrome-ios'
	| 'edge-desktop'
	| 'edge-ios'
	| 'firefox-desktop'
	| 'firefox-android'
	| 'firefox-ios'
	| 'safari-macos'
	| 'safari-ios'
	| 'samsung-internet'
	| 'wechat'
	| 'in-app'
	| 'other'

export interface BrowserSigns {
	userAgent: string
	/** An iPad calls itself a Mac, which has no touch screen. */
	maxTouchPoints: number
}

/** Apps that show pages in a browser of their own. */
const inApp =
	/DingTalk|Lark|Feishu|AliApp|AlipayClient|QQ\/|Weibo|BytedanceWebview|aweme|FBAN|FBAV|Instagram|Line\/|; wv\)/

export function recogniseBrowser({ userAgent, maxTouchPoints }: BrowserSigns): BrowserKind {
	const has = (pattern: RegExp) => pattern.test(userAgent)
	const isIos = has(/iPhone|iPad|iPod/) || (has(/Macintosh/) && maxTouchPoints > 1)
	const isAndroid = has(/Android/)
	// Apps name the browser they are built on, too.
	if (has(/MicroMessenger/)) return 'wechat'
	if (has(inApp)) return 'in-app'
	if (isIos) {
		if (has(/CriOS/)) return 'chrome-ios'
		if (has(/EdgiOS/)) return 'edge-ios'
		if (has(/FxiOS/)) return 'firefox-ios'
		// Views inside other apps do not call themselves Safari.
		return has(/Safari\//) ? 'safari-ios' : 'in-app'
	}
	if (has(/SamsungBrowser/)) return 'samsung-internet'
	if (has(/Firefox\//)) return isAndroid ? 'firefox-android' : 'firefox-desktop'
	// Edge on Android has the page settings of Chrome.
	if (has(/Edg\//)) return 'edge-desktop'
	if (has(/Chrome\//)) return isAndroid ? 'chrome-android' : 'chrome-desktop'
	return has(/Macintosh.*Version\/.*Safari\//) ? 'safari-macos' : 'other'
}
