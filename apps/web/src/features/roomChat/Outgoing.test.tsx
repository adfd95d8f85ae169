import { answerCodes } from '@parley/im-sdk/constants'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import type { OutgoingMessage } from './chatState.ts'
import type { UploadFailure } from './files/uploadFile.ts'
import { Outgoing } from './Outgoing.tsx'

afterEach(cleanup)

function offers(fields: Partial<OutgoingMessage>) {
	const message: OutgoingMessage = { cmid: 'c', audience: 'everyone', text: 'a.pdf', status: 'refused', ...fields }
	render(<Outgoing message={message} onAgain={() => {}} onDiscard={() => {}} />)
	const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
	cleanup()
	return names
}
const failed = (failure: UploadFailure) => ({ upload: { file: new File(['x'], 'a.pdf'), progress: 0, failure } })

test('[ROOM-177] a file that can never be sent can only be deleted; others can be sent again', () => {
	const never: UploadFailure[] = [
		...(['extensionInvalid', 'isEmpty', 'tooLarge', 'contentInvalid', 'dimensionsInvalid'] as const),
		...(['unreadable', 'fileGone', 'receiverAbsent', 'offBySite'] as const),
	]
	for (const failure of never) expect([failure, offers(failed(failure))]).toEqual([failure, [m.chat_discard()]])
	const both = [m.chat_again(), m.chat_discard()]
	const later = ['offline', 'timeout', 'busy', 'tooOften', 'full', 'offByHost', 'broken'] as const
	for (const failure of later) expect([failure, offers(failed(failure))]).toEqual([failure, both])
	expect(offers({ code: answerCodes.wordRefused })).toEqual(both)
})
