import { type Reaction, reactions } from '@parley/room'
import { useEffect, useRef } from 'react'
import type { RoomController } from '../roomController.ts'
import type { DeviceState } from '../roomState.ts'
import { actionOfKey, isForRoom, type RoomKeyAction } from './roomKeys.ts'

export interface RoomKeysOptions {
	isOn: boolean
	microphone: DeviceState
	controller: Pick<RoomController, 'toggleDevice'>
	onScreen: () => void
	onHand: () => void
	onPeople: () => void
	onChat: () => void
	onLayout: () => void
	onFullscreen: () => void
	/** Says who speaks. */
	onSpeaker: () => void
	onReact: (reaction: Reaction) => void
	/** Turns the page of the tiles. */
	onPage: (by: -1 | 1) => void
	onKeys: () => void
}

/** Time for the number of a reaction after R. */
const reactionMs = 3_000

/** Operates the room by single keys (ROOM-97). The list of keys opens although they are switched off. */
export function useRoomKeys(options: RoomKeysOptions): void {
	const latest = useRef(options)
	useEffect(() => {
		latest.current = options
	})
	useEffect(() => {
		/** The microphone is on only as long as Space is held. */
		let isTalking = false
		let isSpaceHeld = false
		/** A number is a reaction until then. */
		let reactsUntil = 0

		function talk() {
			isSpaceHeld = true
			if (latest.current.microphone.status !== 'off') return
			isTalking = true
			latest.current.controller.toggleDevice('microphone')
		}

		function stopTalking() {
			if (!isTalking) return
			isTalking = false
			const { microphone, controller } = latest.current
			if (microphone.status === 'on' || microphone.status === 'opening') controller.toggleDevice('microphone')
		}

		const run: Record<RoomKeyAction, () => void> = {
			microphone: () => latest.current.controller.toggleDevice('microphone'),
			camera: () => latest.current.controller.toggleDevice('camera'),
			screen: () => latest.current.onScreen(),
			hand: () => latest.current.onHand(),
			people: () => latest.current.onPeople(),
			chat: () => latest.current.onChat(),
			layout: () => latest.current.onLayout(),
			fullscreen: () => latest.current.onFullscreen(),
			speaker: () => latest.current.onSpeaker(),
			react() {
				reactsUntil = performance.now() + reactionMs
			},
			'page-before': () => latest.current.onPage(-1),
			'page-after': () => latest.current.onPage(1),
			keys: () => latest.current.onKeys(),
			talk,
		}

		/** Reacts where R was pressed just before; returns whether it did. */
		function reactWith(event: KeyboardEvent): boolean {
			const reaction = reactions[Number.parseInt(event.key, 10) - 1]
			const isAwaited = performance.now() < reactsUntil
			reactsUntil = 0
			if (!reaction || !isAwaited || !isForRoom(event)) return false
			latest.current.onReact(reaction)
			return true
		}

		function onKeyDown(event: KeyboardEvent) {
			if (reactWith(event)) return
			const action = actionOfKey(event)
			if (!action || (!latest.current.isOn && action !== 'keys')) return
			event.preventDefault()
			run[action]()
		}

		const onKeyUp = (event: KeyboardEvent) => {
			if (event.key !== ' ' || !isSpaceHeld) return
			isSpaceHeld = false
			// It would press the button that has the focus.
			event.preventDefault()
			stopTalking()
		}
		window.addEventListener('keydown', onKeyDown)
		window.addEventListener('keyup', onKeyUp)
		window.addEventListener('blur', stopTalking)
		document.addEventListener('visibilitychange', stopTalking)
		return () => {
			stopTalking()
			window.removeEventListener('keydown', onKeyDown)
			window.removeEventListener('keyup', onKeyUp)
			window.removeEventListener('blur', stopTalking)
			document.removeEventListener('visibilitychange', stopTalking)
		}
	}, [])
}
