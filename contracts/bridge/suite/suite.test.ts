import { readyEvent, shellHandlers } from '../src/index.ts'
import { createFakeShell, type PageWindow, runCallbacks, type ShellUnderTest, shellSuite } from './index.ts'

function openFakeShell(): ShellUnderTest {
	const shell = createFakeShell()
	const replies = {
		scan: '1',
		thirdPartyLogin: {},
		weixinLogin: 'x',
		appleLogin: 'x',
		checkAuthority: {},
		startScreenShare: {},
	}
	const withReply = Object.entries(shellHandlers).filter(([, handler]) => 'reply' in handler)
	for (const [name] of withReply) shell.answer(name, respond => respond())
	for (const [name, reply] of Object.entries(replies)) shell.answer(name, respond => respond(reply))

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

// The fake shell passes the same suite as a real one, so tests of the page with it hold for a phone.
shellSuite('the fake shell', openFakeShell)
