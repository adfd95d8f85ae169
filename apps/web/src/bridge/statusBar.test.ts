import type { BridgeWindow } from '@parley/bridge'
import { createFakeShell, runCallbacks } from '@parley/bridge/suite'
import { Window as PageWindow } from 'happy-dom'
import { expect, test } from 'vitest'
import { connectBridge, createStatusBar, getStatusBarColour } from './index.ts'

function openPage() {
	const window = new PageWindow() as unknown as Window & BridgeWindow
	const shell = createFakeShell()
	return { window, shell, names: () => shell.calls.map(call => call.name) }
}

test('[BRG-21, BRG-22] writing on light ground is black, on pictures and dark ground white', () => {
	expect(getStatusBarColour('light')).toBe('black')
	expect(getStatusBarColour('picture')).toBe('white')
	expect(getStatusBarColour('dark')).toBe('white')
})

test('[BRG-21, BRG-22] the shell hears of a change and not of the same again', () => {
	const { window, shell, names } = openPage()
	window.WebViewJavascriptBridge = shell.bridge
	const status = createStatusBar(connectBridge({ window }))
	status.show('picture')
	status.show('dark')
	status.show('light')
	expect(names()).toEqual(['setWhiteStatusColor', 'setBlackStatusColor'])
})

test('[BRG-10] the shell that asks is told, also when nothing changed', async () => {
	const { window, shell, names } = openPage()
	window.WebViewJavascriptBridge = shell.bridge
	createStatusBar(connectBridge({ window })).show('light')
	await shell.fire('needsSetStatusColor', {})
	expect(names()).toEqual(['setBlackStatusColor', 'setBlackStatusColor'])
})

test('[BRG-10] a page that has not drawn yet has nothing to say', async () => {
	const { window, shell, names } = openPage()
	window.WebViewJavascriptBridge = shell.bridge
	createStatusBar(connectBridge({ window }))
	await shell.fire('needsSetStatusColor', {})
	expect(names()).toEqual([])
})

test('[BRG-22] a shell that comes late is told once, and its version info does not repeat it', async () => {
	const { window, shell, names } = openPage()
	const status = createStatusBar(connectBridge({ window }))
	status.show('picture')
	runCallbacks(window, shell.bridge)
	await shell.fire('updateVersionInfo', { versionName: '6.2.5' })
	expect(names()).toEqual(['setWhiteStatusColor'])
})
