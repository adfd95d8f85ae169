import { useEffect, useReducer, useRef, useState } from 'react'
import { isHostOrCreator, toViewer } from '../meeting/index.ts'
import { hasJustSignedIn } from '../session/index.ts'
import type { Entry, Handed } from './entry.ts'
import { isFilled, type JoinForm } from './form.ts'
import { joinScreen, leadsTo, type Origin } from './joinScreen.ts'
import { keptPassword } from './keptPassword.ts'
import { atForm, type TurnedAway } from './refusals.ts'
import { useDevices } from './useDevices.ts'
import { type Door, type EnterHandlers, useEnter } from './useEnter.ts'
import { useLookup } from './useLookup.ts'
import { useWho } from './useWho.ts'

export interface CameTo {
	entry: Entry
	/** What was filled in before signing in came between; then the join goes on by itself. */
	handed: Handed
	goesOn: boolean
	/** A password that came with the link. */
	password?: string | undefined
	/** Came by a short link or a code. */
	byLink?: boolean
	/** The phone asked for it (OP-055). */
	isFromShell?: boolean
}

export interface JoinHandlers extends EnterHandlers {
	/** A refusal leads elsewhere by itself. */
	onLed(to: Exclude<ReturnType<typeof leadsTo>, 'stay'>, why: TurnedAway, form: JoinForm): void
	/** The join goes on by itself, and must not do so again when somebody comes back here. */
	onGoingOn?(): void
}

/** The join screen: what is filled in, how the join stands, what can be done (JOIN-01 to JOIN-25). */
export function useJoinScreen(
	{ entry, handed, goesOn, password = '', byLink, isFromShell }: CameTo,
	handlers: JoinHandlers,
) {
	const who = useWho(handed.displayName)
	const devices = useDevices()
	const enter = useEnter(handlers)
	const givenId = entry.id === 'given' ? entry.meetingId : undefined
	const { detail, again } = useLookup(givenId)
	const [state, tell] = useReducer(joinScreen, { at: 'form' })
	const [form, setForm] = useState<JoinForm>({
		meetingId: givenId ?? handed.meetingId ?? '',
		displayName: who.name,
		password,
	})

	const meeting = detail.at === 'shown' ? detail.meeting : undefined
	const isHost = meeting !== undefined && isHostOrCreator(meeting, toViewer(who.person))
	const isSaid = meeting?.needsPassword ?? (entry.id === 'given' && entry.hasPassword)
	const [isWanted, setWanted] = useState(false)
	const [door, setDoor] = useState<Door>('any')
	// JOIN-22: whoever runs the meeting is not asked.
	const asksPassword = (isSaid || isWanted) && !isHost

	const origin: Origin = byLink ? 'link' : givenId === undefined ? 'typing' : 'list'

	function forgetPassword() {
		setForm(now => ({ ...now, password: '' }))
		if (givenId !== undefined) keptPassword.keep(givenId, undefined)
	}

	function edit(change: Partial<JoinForm>) {
		setForm({ ...form, ...change })
		tell({ type: 'edited' })
	}

	async function submit(by: Door = 'any', isUnbidden = false) {
		const asked = { type: 'asked', form, asksPassword } as const
		tell(asked)
		if (joinScreen(state, asked).at !== 'knocking' || state.at === 'knocking') return
		setDoor(by)
		const { password, ...knock } = form
		const sent = asksPassword ? { password } : {}
		const { audio, video } = devices
		const answer = await enter({ ...knock, ...sent, audio, video, isFromShell, isUnbidden }, by)
		const entered =
			answer.at === 'turned-away'
				? { ...answer, why: atForm(answer.why, { isIdTyped: givenId === undefined, asksPassword }) }
				: answer
		tell({ type: 'answered', entered, hadPassword: asksPassword })
		if (entered.at !== 'turned-away') return

		const { why } = entered
		if (why.says === 'wrongPassword') setWanted(true)
		if (why.clearsPassword) forgetPassword()
		const way = leadsTo(why, { from: origin })
		if (way !== 'stay') handlers.onLed(way, why, form)
	}

	useGoingOn(goesOn && detail.at !== 'loading' && isFilled(form, asksPassword), () => {
		handlers.onGoingOn?.()
		void submit('any', !hasJustSignedIn())
	})
	return { form, edit, state, door, detail, again, meeting, who, devices, asksPassword, submit }
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
