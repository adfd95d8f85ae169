// @vitest-environment happy-dom
import type { BridgeWindow } from '@parley/bridge'
import { createFakeShell, runCallbacks } from '@parley/bridge/suite'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Window as PageWindow } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { BridgeContext, connectBridge, useBridgeHandler, useBridgeInfo } from './index.ts'

afterEach(cleanup)

function openPage() {
	const window = new PageWindow() as unknown as Window & BridgeWindow
	return { shell: createFakeShell(), window, bridge: connectBridge({ window }) }
}

function About({ onBack }: { onBack: () => void }) {
	const { present, version } = useBridgeInfo()
	useBridgeHandler('backPreviousPage', onBack)
	return <p>{present ? `in app ${version?.versionName ?? ''}` : 'browser'}</p>
}

test('[BRG-02, BRG-03] a component draws again when a shell comes late and when it says what it is', async () => {
	const { shell, window, bridge } = openPage()
	render(
		<BridgeContext value={bridge}>
			<About onBack={() => {}} />
		</BridgeContext>,
	)
	expect(screen.getByText('browser')).toBeTruthy()
	act(() => runCallbacks(window, shell.bridge))
	expect(screen.getByText('in app')).toBeTruthy()
	await act(() => shell.fire('updateVersionInfo', { versionName: '6.10.0' }))
	expect(screen.getByText('in app 6.10.0')).toBeTruthy()
})

test('[BRG-01] a component hears the shell while it stands, with its newest listener', async () => {
	const { shell, window, bridge } = openPage()
	runCallbacks(window, shell.bridge)
	const [first, second] = [vi.fn(), vi.fn()]
	const drawn = (onBack: () => void) => (
		<BridgeContext value={bridge}>
			<About onBack={onBack} />
		</BridgeContext>
	)
	const { rerender, unmount } = render(drawn(first))
	rerender(drawn(second))
	await act(() => shell.fire('backPreviousPage', {}))
	unmount()
	void shell.fire('backPreviousPage', {})
	expect(first).not.toHaveBeenCalled()
	expect(second).toHaveBeenCalledOnce()
})
