import { type ChatFile, ChatFileId } from '@parley/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import { AttachedFile } from './AttachedFile.tsx'

afterEach(cleanup)

const file: ChatFile = {
	id: v.parse(ChatFileId, `file_${'a'.repeat(16)}`),
	name: 'a.webp',
	bytes: 1,
	picture: { width: 4, height: 3 },
}
const shown = (openings: number) => <AttachedFile file={file} path="/files" openings={openings} author="Bob" />
const isMissing = () => screen.queryByText(m.chat_picture_missing()) !== null

test('[ROOM-222] a picture that could not be loaded is loaded again when the browser is let in again', () => {
	const { container, rerender } = render(shown(1))
	const fail = () => fireEvent.error(container.querySelector('img') as HTMLImageElement)
	fail()
	expect([isMissing(), container.querySelector('img')]).toEqual([true, null])
	rerender(shown(2))
	expect([isMissing(), container.querySelector('img') !== null]).toEqual([false, true])
	fail()
	expect(isMissing()).toBe(true)
})
