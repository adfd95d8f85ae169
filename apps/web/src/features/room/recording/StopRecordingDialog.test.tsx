import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StopRecordingDialog } from './StopRecordingDialog.tsx'

afterEach(cleanup)

test('[ROOM-150] stopping a recording is confirmed; the answer that changes nothing has the focus', async () => {
	const stopRecording = vi.fn()
	const onOpenChange = vi.fn()
	render(<StopRecordingDialog open onOpenChange={onOpenChange} controller={{ stopRecording }} />)
	const keep = await screen.findByRole('button', { name: '继续录制' })
	await waitFor(() => expect(document.activeElement).toBe(keep))
	fireEvent.click(keep)
	expect([onOpenChange.mock.calls, stopRecording.mock.calls]).toEqual([[[false]], []])
	fireEvent.click(screen.getByRole('button', { name: '停止录制' }))
	expect(stopRecording).toHaveBeenCalledOnce()
})
