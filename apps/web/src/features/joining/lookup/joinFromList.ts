import { meeting as calls, type Meeting } from '@parley/api'
import { isHostOrCreator, type MeetingId, meetingStatus } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallApi, callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import type { MeetingReader } from '../../meeting/index.ts'
import { shownMeeting } from './useMeetingLookup.ts'

/** Result of looking up a meeting of a list before joining, since the list may be old (JOIN-29 to JOIN-33). */
export type JoinLookup =
	| { status: 'joinable'; meeting: Meeting; isPasswordRequired: boolean }
	| { status: 'signInNeeded' | 'over' | 'missing' | 'unreachable' }

export async function lookUpForJoin(
	meetingId: MeetingId,
	reader: MeetingReader,
	callApi: CallApi,
): Promise<JoinLookup> {
	const result = await callApi(calls.detail, { id: meetingId }, { quiet: true, handles401: true })
	// A network failure says nothing about the meeting.
	if (!result.ok) return { status: valueOfFailure(result.failure, lookupRefusals, 'unreachable') }

	const { meeting } = result.value
	if (meeting.status === meetingStatus.ended) return { status: 'over' }
	if (meeting.isPrivate && reader.userId === undefined) return { status: 'signInNeeded' }
	return { status: 'joinable', meeting, isPasswordRequired: meeting.needsPassword && !isHostOrCreator(reader, meeting) }
}

const lookupRefusals: RefusalTable<typeof calls.detail, 'signInNeeded' | 'missing' | 'unreachable', GeneralRefusal> = {
	loginNeeded: 'signInNeeded',
	signedOut: 'signInNeeded',
	forbidden: 'missing',
	missing: 'missing',
	staleToken: 'missing',
	invalidInput: 'missing',
	tooMany: 'missing',
	challengeNeeded: 'unreachable',
	challengeFailed: 'unreachable',
	challengeExpired: 'unreachable',
	phoneNeeded: 'missing',
	profileNeeded: 'missing',
	broken: 'missing',
	unknown: 'missing',
}

export interface JoinFromListHandlers {
	/** Before the join screen opens. */
	onJoin?(): void
	/** The meeting is for members only (JOIN-31). */
	onSignInNeeded(meetingId: MeetingId): void
}

/** Joins meetings of a list, one at a time: opens the join screen, or shows why it cannot be joined. */
export function useJoinFromList(reader: MeetingReader, { onJoin, onSignInNeeded }: JoinFromListHandlers) {
	const navigate = useNavigate()
	const [joiningId, setJoiningId] = useState<MeetingId>()
	const [join] = useAction(
		async ({ meetingId }: Meeting, onOutdated: () => void) => {
			setJoiningId(meetingId)
			const lookup = await lookUpForJoin(meetingId, reader, callApi)
			setJoiningId(undefined)
			return { meetingId, lookup, onOutdated }
		},
		({ meetingId, lookup, onOutdated }) => {
			switch (lookup.status) {
				case 'joinable':
					onJoin?.()
					shownMeeting.set(lookup.meeting)
					return navigate({
						to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
						params: { meetingId, hasPwd: lookup.isPasswordRequired ? 'true' : 'false' },
					})
				case 'signInNeeded':
					return onSignInNeeded(meetingId)
				case 'unreachable':
					return toast.show(m.net_timeout(), { tone: 'error' })
				case 'over':
					toast.show(m.meeting_over_toast())
					return onOutdated()
				case 'missing':
					toast.show(m.meeting_not_found_toast(), { tone: 'error' })
					return onOutdated()
			}
		},
	)
	/** @param onOutdated called where the meeting is over or does not exist, unlike the list says */
	return { joiningId, join: (meeting: Meeting, onOutdated: () => void) => void join(meeting, onOutdated) }
}
