import { expect, test } from 'vitest'
import { getAllowSteps } from './allowSteps.ts'
import { type BrowserKind, recogniseBrowser } from './browser.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const userAgents: [BrowserKind, string, number?][] = [
	['chrome-desktop', `${windows} ${blink} Chrome/141.0.0.0 Safari/537.36`],
	['chrome-desktop', `${mac} ${blink} Chrome/141.0.0.0 Safari/537.36`],
	// A laptop with a touch screen is no phone.
	['chrome-desktop', `${windows} ${blink} Chrome/141.0.0.0 Safari/537.36`, 10],
	['chrome-android', `${android} ${blink} Chrome/141.0.0.0 Mobile Safari/537.36`, 5],
	['chrome-ios', `${iphone} ${webkit} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 5],
	['edge-desktop', `${windows} ${blink} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
	['chrome-android', `${android} ${blink} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`, 5],
	['edge-ios', `${iphone} ${webkit} Version/18.0 EdgiOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 5],
	['firefox-desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
	['firefox-android', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5],
	['firefox-ios', `${iphone} ${webkit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 5],
	['safari-macos', `${mac} ${webkit} Version/18.5 Safari/605.1.15`, 0],
	['safari-ios', `${iphone} ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`, 5],
	['safari-ios', `${mac} ${webkit} Version/18.5 Safari/605.1.15`, 5],
	['samsung-internet', `${android} ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 5],
	['wechat', `${iphone} ${webkit} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`, 5],
	['wechat', `${android} ${blink} Version/4.0 Chrome/130.0.0.0 MMWEBSDK MicroMessenger/8.0.60 Mobile Safari/537.36`, 5],
	['in-app', `${iphone} ${webkit} Mobile/15E148 AliApp(DingTalk/7.6.0) com.laiwang.DingTalk`, 5],
	['in-app', `${iphone} ${webkit} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, 5],
	['in-app', `${android} ${blink} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Lark/7.0`, 5],
	[
		'in-app',
		'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
		5,
	],
	// A view inside an app that does not name itself.
	['in-app', `${iphone} ${webkit} Mobile/15E148`, 5],
	['other', 'Mozilla/5.0 (PlayStation 4) AppleWebKit/605.1.15'],
]

test.each(userAgents)('[ROOM-123] %s is recognised: %s', (kind, userAgent, maxTouchPoints = 0) => {
	expect(recogniseBrowser({ userAgent, maxTouchPoints })).toBe(kind)
})

test('[ROOM-123] every browser has a way of its own, which names the device', () => {
	const ways = [...new Set(userAgents.map(([kind]) => kind))].map(kind =>
		getAllowSteps(kind, { device: '麦克风', host: 'meet.example' }).join('\n'),
	)
	expect(ways.every(way => way.includes('麦克风'))).toBe(true)
	// Samsung Internet alone calls them as another one does.
	expect(new Set(ways).size).toBeGreaterThanOrEqual(ways.length - 1)
	expect(ways.some(way => way.includes('meet.example'))).toBe(true)
})
