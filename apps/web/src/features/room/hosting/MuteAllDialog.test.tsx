import { initialPermissions } from '@parley/room'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { MuteAllDialog } from './MuteAllDialog.tsx'

afterEach(cleanup)

test('[ROOM-119] muting all asks whether people may unmute themselves, at first as it is now', async () => {
	const controller = { muteAll: vi.fn() }
	const onOpenChange = vi.fn()
	const dialog = (open: boolean, unmute: boolean) => (
		<MuteAllDialog
			room={{ permissions: { ...initialPermissions, unmute } }}
			open={open}
			onOpenChange={onOpenChange}
			controller={controller}
		/>
	)
	const { rerender } = render(dialog(true, true))
	const mayUnmute = () => screen.getByRole('switch', { name: m.room_mute_all_may_unmute() }) as HTMLInputElement
	expect(mayUnmute().checked).toBe(true)
	fireEvent.click(mayUnmute())
	fireEvent.click(screen.getByRole('button', { name: m.room_mute_all() }))
	expect(controller.muteAll.mock.calls).toEqual([[false]])
	expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
	rerender(dialog(false, false))
	rerender(dialog(true, false))
	expect(mayUnmute().checked).toBe(false)
	fireEvent.click(screen.getByRole('button', { name: m.room_cancel() }))
	expect(controller.muteAll).toHaveBeenCalledOnce()
})
