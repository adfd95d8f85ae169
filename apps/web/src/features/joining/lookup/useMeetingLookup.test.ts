import { Meeting } from '@parley/api'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { aCompany, aMember, setPerson } from '../../../testing/aPerson.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { createShownMeeting, useMeetingLookup } from './useMeetingLookup.ts'

const id = '842391556'
const lookup = `GET /meeting/meetings/${id}`

afterEach(() => {
	setPerson({ kind: 'guest' })
	vi.unstubAllGlobals()
})

test('the meeting shown last is kept for a minute, others are not', () => {
	let now = 0
	const seen = createShownMeeting(() => now)
	const meeting = aMeeting()
	expect(seen.get(undefined)).toBeUndefined()
	seen.set(meeting)
	expect(seen.get(meeting.meetingId)).toBe(meeting)
	expect(seen.get('100000001')).toBeUndefined()
	now = 60_000
	expect(seen.get(meeting.meetingId)).toBeUndefined()
})

test('a meeting shown to one person is looked up again for a guest, and for another company', () => {
	const seen = createShownMeeting(() => 0)
	const person = aMember({ others: [{ companyId: 'c2' as never }] })
	setPerson(person)
	seen.set(aMeeting())
	expect(seen.get(id)).toBeTruthy()
	setPerson({ ...person, company: aCompany({ companyId: 'c2' as never }) })
	expect(seen.get(id)).toBeUndefined()
	setPerson({ kind: 'guest' })
	expect(seen.get(id)).toBeUndefined()
	setPerson(person)
	expect(seen.get(id)).toBeTruthy()
})

test('a look-up that failed can be repeated', async () => {
	const server = stubServer({ [lookup]: 'no-answer' })
	const { result } = renderHook(() => useMeetingLookup(id))
	await waitFor(() => expect(result.current.detail.status).not.toBe('loading'))
	expect(result.current.detail.status).not.toBe('loaded')
	server.answers[lookup] = { data: { meeting: Meeting.encode(aMeeting()) } }
	act(() => result.current.retry())
	await waitFor(() => expect(result.current.detail).toMatchObject({ status: 'loaded', meeting: { meetingId: id } }))
})
