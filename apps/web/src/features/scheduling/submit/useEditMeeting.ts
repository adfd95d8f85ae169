import { meeting as calls, type MeetingForm } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { track } from '../../../analytics/index.ts'
import { callApi, reachability } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import { meetingZone } from '../../meeting/index.ts'
import { serverNow } from '../../site/index.ts'
import {
	canShowForm,
	draftFromMeeting,
	newDraft,
	parseEditSearch,
	parseMeetingId,
	toMeetingChanges,
} from '../draft/draft.ts'
import { type Draft, type EditSearch, parseZone } from '../draft/draftFields.ts'
import { useDraftForm } from '../draft/useDraftForm.ts'
import { type EditAccess, toEditAccess, toEditError } from './refusals.ts'

export interface EditMeetingHandlers {
	onSaved(): void
	/** The meeting cannot be edited; the message says why (EDIT-11, EDIT-12). */
	onRejected(message: string): void
	onLogin(): void
}

/** `isFormShown`: the query of the screen has enough to show the form while the saved meeting is loading. */
export type EditMeetingState =
	| { status: 'loading'; isFormShown: boolean }
	| Extract<EditAccess, { status: 'ready' | 'failed' }>

interface EditMeetingOptions {
	search: EditSearch
	canChoosePeople: boolean
	/** The site wants at least one person to be invited (CREATE-22). */
	inviteesNeeded: boolean
	meetingPasswordMin: number
}

/** The form of a meeting that exists, and saving what was changed. */
export function useEditMeeting(
	{ search, canChoosePeople, inviteesNeeded, meetingPasswordMin }: EditMeetingOptions,
	handlers: EditMeetingHandlers,
) {
	const [fromQuery] = useState(() => parseEditSearch(search))
	const loading: EditMeetingState = { status: 'loading', isFormShown: canShowForm(fromQuery) }
	const [state, setState] = useState<EditMeetingState>(loading)
	const meeting = state.status === 'ready' ? state.meeting : undefined
	const attendeesOnly = state.status === 'ready' && state.attendeesOnly
	const requiresAttendees = canChoosePeople && meeting?.isOa === true && inviteesNeeded
	const { draftForm, saved, setSavedFields, setFieldError, markUnsent } = useDraftForm({
		kind: 'edit',
		initialDraft: () => ({ ...newDraft(serverNow(), ''), ...fromQuery }),
		requirements: {
			attendees: requiresAttendees,
			meetingPasswordMin,
			savedPassword: meeting?.password,
			rejectsMidnight: true,
			savedStart: meeting?.startTime,
			attendeesOnly,
		},
		search,
	})

	/** EDIT-09: the session has ended; the draft stays stored. */
	function signInAgain() {
		markUnsent()
		toast.show(m.scheduling_login_again())
		handlers.onLogin()
	}

	const retry = useEditAccess(parseMeetingId(search), state.status === 'failed', {
		onLoading: () => setState(loading),
		onAnswer(access) {
			switch (access.status) {
				case 'login':
					return signInAgain()
				case 'rejected':
					return handlers.onRejected(access.message())
				case 'ready':
					setSavedFields(draftFromMeeting(access.meeting))
					return setState(access)
				case 'failed':
					return setState(access)
				case 'cancelled':
					return
			}
		},
	})

	const [send, isSending] = useAction(
		async (draft: Draft, meeting: MeetingForm) => {
			const id = meeting.meetingId
			const changes = attendeesOnly
				? { attendees: draft.attendees, attendeesOnly: true }
				: toMeetingChanges(draft, saved.current, { meeting, now: serverNow() })
			const result = await callApi(calls.edit, { id, ...changes }, { handles401: true, quiet: true })
			if (result.ok) track({ event: 'edit', meetingId: id })
			return { result, changed: 'repeatType' in changes ? ('recurrence' as const) : ('start' as const) }
		},
		({ result, changed }) => {
			if (result.ok) return handlers.onSaved()
			const error = toEditError(result.failure, changed)
			switch (error.type) {
				case 'field':
					return setFieldError(error.field, error.errorKey)
				case 'login':
					return signInAgain()
				case 'gone':
					return handlers.onRejected(m['edit-fail1']())
				case 'toast':
					return void toast.show(error.message(), { tone: 'error' })
			}
		},
	)

	return {
		draftForm,
		state,
		isSending,
		requiresAttendees,
		zone: meeting ? meetingZone(meeting) : parseZone(search),
		retry,
		send: async (draft: Draft) => meeting && send(draft, meeting),
	}
}

interface EditAccessHandlers {
	onLoading(): void
	onAnswer(access: EditAccess): void
}

/**
 * Loads whether the meeting can be edited, and its saved values: once for each meeting and each retry, because a later
 * answer must not replace what the form was filled with (EDIT-01, EDIT-12). A failure is retried once the server can be
 * reached again.
 */
function useEditAccess(meetingId: MeetingId | undefined, hasFailed: boolean, handlers: EditAccessHandlers) {
	const [tries, setTries] = useState(0)

	async function load(id: MeetingId | undefined, signal: AbortSignal) {
		const missing = { ok: false, failure: { refusal: 'missing' } } as const
		if (!id) return handlers.onAnswer(toEditAccess(missing, missing))
		const options = { quiet: true, handles401: true, signal }
		const results = await Promise.all([callApi(calls.exists, { id }, options), callApi(calls.form, { id }, options)])
		if (!signal.aborted) handlers.onAnswer(toEditAccess(...results))
	}

	function retry() {
		handlers.onLoading()
		setTries(tries + 1)
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each meeting and each retry
	useEffect(() => {
		const abort = new AbortController()
		void load(meetingId, abort.signal)
		return () => abort.abort()
	}, [meetingId, tries])

	// biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for each failure
	useEffect(() => {
		if (!hasFailed) return
		return reachability.subscribe(() => reachability.get() && retry())
	}, [hasFailed])

	return retry
}
