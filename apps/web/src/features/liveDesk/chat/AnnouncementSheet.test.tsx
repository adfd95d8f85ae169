import type { MeetingId } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { AnnouncementSheet } from './AnnouncementSheet.tsx'

const pinCall = 'POST /live/desk/pin'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

function show(answer: StubAnswer) {
	const server = stubServer({ [pinCall]: answer })
	const onOpenChange = vi.fn()
	const sheet = (open: boolean, announcement: string) => (
		<AnnouncementSheet
			meetingId={'842391556' as MeetingId}
			announcement={announcement}
			open={open}
			onOpenChange={onOpenChange}
			onPinned={async () => {}}
		/>
	)
	const { rerender } = render(sheet(true, 'Break until ten'))
	return {
		server,
		onOpenChange,
		change: (open: boolean, announcement: string) => rerender(sheet(open, announcement)),
		field: () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.desk_announcement_label() }),
		type: (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } }),
		pin: () => fireEvent.click(screen.getByRole('button', { name: m.desk_announcement_pin() })),
	}
}

test('[DESK-20] a newly pinned announcement replaces neither the text being edited nor the draft of a closed sheet', () => {
	const { field, type, change } = show({})
	change(true, 'Break until eleven')
	expect(field().value).toBe('Break until eleven')
	type('Break until tw')
	change(true, 'Questions first')
	expect(field().value).toBe('Break until tw')
	change(false, 'Questions first')
	change(true, 'Questions first')
	expect(field().value).toBe('Break until tw')
})

test('[DESK-20] once a draft is pinned, the field shows what is pinned', async () => {
	const { field, type, pin, change, onOpenChange } = show({})
	type('Break until eleven')
	pin()
	await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
	change(false, 'Break until eleven')
	change(true, 'Questions first')
	expect(field().value).toBe('Questions first')
})

test('[DESK-04] why it could not be pinned is said until it is changed', async () => {
	const { type, pin, onOpenChange } = show({ status: 422, code: 42220 })
	type('Break')
	pin()
	const { textContent } = await screen.findByText('含有不允许发布的词语')
	expect(onOpenChange).not.toHaveBeenCalled()
	type('Pause')
	expect(screen.queryByText(textContent ?? '')).toBeNull()
})
