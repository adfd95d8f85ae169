import type { BridgeWindow } from '@parley/bridge'
import { createFakeShell } from '@parley/bridge/suite'
import { expect, test, vi } from 'vitest'
import { connectBridge } from '../../bridge/index.ts'
import { createScreenShell } from './screenShell.ts'

const version = { versionName: '6.3.0' }

function connected() {
	const phone = createFakeShell()
	const page = { document: new EventTarget(), WebViewJavascriptBridge: phone.bridge, setTimeout }
	const screen = createScreenShell(connectBridge({ window: page as unknown as Window & BridgeWindow }))
	return { phone, screen }
}

async function offered() {
	const { phone, screen } = connected()
	await phone.fire('updateVersionInfo', { ...version, screenShare: 1 })
	const shell = screen.get()
	if (!shell) throw new Error('not offered')
	return { phone, shell }
}

test('[BRG-25] a shell that does not say so, or no longer, does not capture the screen', async () => {
	const { phone, screen } = connected()
	expect(screen.get()).toBeUndefined()
	await phone.fire('updateVersionInfo', version)
	expect(screen.get()).toBeUndefined()
	await phone.fire('updateVersionInfo', { ...version, screenShare: true })
	expect(screen.get()).toBeDefined()
	await phone.fire('updateVersionInfo', { ...version, screenShare: false })
	expect(screen.get()).toBeUndefined()
})

test.each([
	[{ answer: 'v=0' }, { ok: true, value: 'v=0' }],
	['v=0', { ok: true, value: 'v=0' }],
	[{ answer: '' }, { ok: false, failure: 'denied' }],
	[{}, { ok: false, failure: 'denied' }],
	[
		{ answer: '', failed: 'true' },
		{ ok: false, failure: 'failed' },
	],
	[7, { ok: false, failure: 'failed' }],
])('[BRG-25] the reply %j is understood', async (reply, expected) => {
	const { phone, shell } = await offered()
	phone.answer('startScreenShare', respond => respond(reply))
	expect(await shell.start('offer')).toEqual(expected)
	expect(phone.calls.at(-1)).toEqual({ name: 'startScreenShare', data: { offer: 'offer' } })
	shell.stop()
	expect(phone.calls.at(-1)).toEqual({ name: 'stopScreenShare', data: {} })
})

test('[BRG-26] the end of an earlier capture does not end the next one', async () => {
	const { phone, shell } = await offered()
	void phone.fire('screenShareEnded')
	const ended = vi.fn()
	const stop = shell.onEnded(ended)
	expect(ended).not.toHaveBeenCalled()
	void phone.fire('screenShareEnded')
	expect(ended).toHaveBeenCalledOnce()
	stop()
	void phone.fire('screenShareEnded')
	expect(ended).toHaveBeenCalledOnce()
})
