import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RecordDialog } from './RecordDialog.tsx'

afterEach(cleanup)

test('[ROOM-150] a recording starts when it is confirmed', async () => {
	const [startRecording, onOpenChange] = [vi.fn(), vi.fn()]
	render(<RecordDialog open onOpenChange={onOpenChange} engine="embedded" controller={{ startRecording }} />)
	fireEvent.click(await screen.findByRole('button', { name: '录制' }))
	expect([onOpenChange.mock.calls, startRecording.mock.calls]).toEqual([[[false]], [[]]])
})

test('[ROOM-253] [ROOM-256] in LiveKit, and when the meeting moves there meanwhile, it says that there is no recording', async () => {
	const [startRecording, onOpenChange] = [vi.fn(), vi.fn()]
	const props = { open: true, onOpenChange, controller: { startRecording } }
	const { rerender } = render(<RecordDialog {...props} engine="embedded" />)
	await screen.findByRole('alertdialog', { name: '录制这场会议？' })
	rerender(<RecordDialog {...props} engine="livekit" />)
	const dialog = await screen.findByRole('alertdialog', { name: '这场会议无法录制' })
	expect(dialog.textContent).toContain('由其他服务器处理')
	expect(screen.queryByRole('button', { name: '录制' })).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '知道了' }))
	expect([onOpenChange.mock.calls, startRecording.mock.calls]).toEqual([[[false]], []])
})
