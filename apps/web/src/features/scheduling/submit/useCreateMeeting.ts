import { meeting as calls, type SiteManage, site as siteCalls } from '@parley/api'
import { delays, limits, parseFlag } from '@parley/core'
import { useEffect } from 'react'
import { track } from '../../../analytics/index.ts'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { serverNow } from '../../site/index.ts'
import { newDraft, toNewMeeting } from '../draft/draft.ts'
import type { Draft } from '../draft/draftFields.ts'
import { moveStartToFuture } from '../draft/start.ts'
import { useDraftForm } from '../draft/useDraftForm.ts'
import { generateHostPassword, randomIntBelow } from '../form/hostPassword.ts'
import { toCreateError } from './refusals.ts'

/** The settings of the site for scheduling; the form has defaults of its own until they are there. */
export const useSchedulingSettings = (enabled = true): SiteManage | undefined =>
	useCallQuery(siteCalls.manage, {}, { handles401: true, scope: [getPersonScope()], enabled }).data

/**
 * Returns whether a form wants a person invited; elsewhere no attendees are the whole company (CREATE-22).
 * @param isOA of its query, which the screens for choosing people hand on
 */
export function useAttendeesRequired(isOA: string | undefined): boolean {
	return useSchedulingSettings(parseFlag(isOA))?.inviteesNeeded === true
}

/** The default of the site settings until they are loaded; the server decides. */
export const meetingPasswordMinOf = (site: SiteManage | undefined): number =>
	site?.meetingPasswordMin ?? limits.meetingPasswordMin

export interface CreateMeetingHandlers {
	onScheduled(meetingId: string): void
	onLogin(): void
}

/** The form of a new meeting, and scheduling it. */
export function useCreateMeeting(
	site: SiteManage | undefined,
	canChoosePeople: boolean,
	{ onScheduled, onLogin }: CreateMeetingHandlers,
	/** Initial values that the user has chosen before, such as the hours in the week. */
	chosen: Partial<Draft> = {},
) {
	const requiresAttendees = canChoosePeople && site?.isOa === true && site.inviteesNeeded
	const { draftForm, setSavedFields, setFieldError, markUnsent } = useDraftForm({
		kind: 'create',
		initialDraft: () => ({ ...newDraft(serverNow(), generateHostPassword(randomIntBelow), site), ...chosen }),
		requirements: {
			attendees: requiresAttendees,
			meetingPasswordMin: meetingPasswordMinOf(site),
			rejectsMidnight: false,
			attendeesOnly: false,
		},
	})

	// The settings of the site may come after the form is shown.
	// biome-ignore lint/correctness/useExhaustiveDependencies: applied once for each answer
	useEffect(() => {
		if (!site) return
		const { durationS, isPrivate, waitingRoom } = newDraft(serverNow(), '', site)
		setSavedFields({ durationS, isPrivate, waitingRoom, ...chosen })
	}, [site])

	const [send, isSending] = useAction(
		async (draft: Draft) => {
			const start = moveStartToFuture(draft, serverNow())
			if (start !== draft.start) draftForm.form.setValue('start', start)
			const result = await callApi(calls.create, toNewMeeting({ ...draft, start }), { handles401: true, quiet: true })
			if (result.ok) track({ event: 'create', meetingId: result.value.meetingId })
			return result
		},
		result => {
			if (result.ok) return onScheduled(result.value.meetingId)
			const error = toCreateError(result.failure)
			switch (error.type) {
				case 'field':
					return setFieldError(error.field, error.errorKey)
				case 'login':
					markUnsent()
					toast.show(m.scheduling_login_again())
					return onLogin()
				case 'toast':
					return void toast.show(error.message(), { tone: 'error', durationMs: delays.createToastMs })
			}
		},
	)

	return { draftForm, isSending, requiresAttendees, send }
}
