import type { Meeting } from '@parley/api'

/** The meeting looked at last, for a minute: what a list or a detail has just shown need not be asked for again. */
export function createShownMeeting(now: () => number) {
	let kept: { meeting: Meeting; until: number } | undefined
	return {
		set(meeting: Meeting) {
			kept = { meeting, until: now() + 60_000 }
		},
		get: (meetingId: string | undefined): Meeting | undefined =>
			kept?.meeting.meetingId === meetingId && kept && now() < kept.until ? kept.meeting : undefined,
	}
}

export const shownMeeting = createShownMeeting(Date.now)
