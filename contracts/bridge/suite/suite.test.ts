import { readyEvent } from '../src/index.ts'
import { createFakeShell, type PageWindow, runCallbacks, type ShellUnderTest, shellSuite } from './index.ts'

function openFakeShell(): ShellUnderTest {
	const shell = createFakeShell()
	const replies = { scan: '1', thirdPartyLogin: {}, weixinLogin: 'x', appleLogin: 'x', checkAuthority: {} }
	for (const [name, reply] of Object.entries(replies)) shell.answer(name, respond => respond(reply))
	for (const name of ['shareMeetingInfo', 'shareLiveInfo']) shell.answer(name, respond => respond())

	return {
		async load(boot, script) {
			const target = new EventTarget()
			const window: PageWindow = { document: target }
			script(window)
			if (boot === 'callbacks') runCallbacks(window, shell.bridge)
			else {
				window.WebViewJavascriptBridge = shell.bridge
				target.dispatchEvent(new Event(readyEvent))
			}
			return shell.bridge
		},
		fire: shell.fire,
	}
}

// The fake is held to the same rules as a real shell, so what it proves of the page is true of a phone.
shellSuite('the fake shell', openFakeShell)
