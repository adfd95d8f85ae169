import { useEffect, useReducer, useRef, useState } from 'react'
import { runs, viewerOf } from '../meeting/index.ts'
import type { Entry, Handed } from './entry.ts'
import { isFilled, type JoinForm } from './form.ts'
import { joinScreen, leadsTo } from './joinScreen.ts'
import type { TurnedAway } from './refusals.ts'
import { useDevices } from './useDevices.ts'
import { useEnter } from './useEnter.ts'
import { useLookup } from './useLookup.ts'
import { useWho } from './useWho.ts'

export interface CameTo {
	entry: Entry
	/** What was filled in before signing in came between; then the join goes on by itself. */
	handed: Handed
	goesOn: boolean
	/** A password that came with the link. */
	password?: string | undefined
}

export interface JoinHandlers {
	onLogin(form: JoinForm): void
	onGone(why: TurnedAway): void
	/** The join goes on by itself, and must not do so again when somebody comes back here. */
	onGoingOn(): void
}

/** The join screen: what is filled in, how the join stands, what can be done (JOIN-01 to JOIN-25). */
export function useJoinScreen({ entry, handed, goesOn, password = '' }: CameTo, handlers: JoinHandlers) {
	const who = useWho(handed.displayName)
	const devices = useDevices()
	const enter = useEnter()
	const givenId = entry.id === 'given' ? entry.meetingId : undefined
	const detail = useLookup(givenId)
	const [state, tell] = useReducer(joinScreen, { at: 'form' })
	const [form, setForm] = useState<JoinForm>({
		meetingId: givenId ?? handed.meetingId ?? '',
		displayName: who.name,
		password,
	})

	const meeting = detail.at === 'shown' ? detail.meeting : undefined
	const isHost = meeting !== undefined && runs(meeting, viewerOf(who.person))
	const isSaid = meeting?.needsPassword ?? (entry.id === 'given' && entry.hasPassword)
	const [isWanted, setWanted] = useState(false)
	// JOIN-22: whoever runs the meeting is not asked.
	const asksPassword = (isSaid || isWanted) && !isHost

	function edit(change: Partial<JoinForm>) {
		setForm({ ...form, ...change })
		tell({ type: 'edited' })
	}

	async function submit() {
		const asked = { type: 'asked', form, asksPassword } as const
		tell(asked)
		if (joinScreen(state, asked).at !== 'knocking' || state.at === 'knocking') return
		const { password, ...knock } = form
		const sent = asksPassword ? { password } : {}
		const entered = await enter({ ...knock, ...sent, audio: devices.audio, video: devices.video })
		tell({ type: 'answered', entered, hadPassword: asksPassword })
		if (entered.at === 'inside') return

		const { why } = entered
		if (why.says === 'wrongPassword') setWanted(true)
		if (why.clearsPassword) setForm(now => ({ ...now, password: '' }))
		const way = leadsTo(why, { from: givenId === undefined ? 'typing' : 'list' })
		if (way === 'login') handlers.onLogin(form)
		if (way === 'list') handlers.onGone(why)
	}

	useGoingOn(goesOn && detail.at !== 'loading' && isFilled(form, asksPassword), () => {
		handlers.onGoingOn()
		void submit()
	})
	return { form, edit, state, detail, meeting, who, devices, asksPassword, submit }
}

/** Once, when everything is there (from=login). */
function useGoingOn(isReady: boolean, goOn: () => void) {
	const went = useRef(false)
	useEffect(() => {
		if (!isReady || went.current) return
		went.current = true
		goOn()
	})
}
