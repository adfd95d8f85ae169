import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../locales/index.ts'
import { useBackHandler } from '../ui/back/backHandlers.ts'
import { lazyComponent } from '../ui/index.ts'

const AlertDialog = lazyComponent(async () => (await import('../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

/** The destination of a navigation. */
export interface Destination {
	pathname: string
	search: string
}

export interface LeaveQuestionOptions {
	/** Something would be lost. */
	isChanged: boolean
	/** One page back. */
	onBack(): void
	/** Says what would be lost. */
	text: string
	/** Screens on which nothing is lost yet. */
	isKeptAt?(to: Destination): boolean
	/** Nothing is lost by a reload. */
	isKeptByReload?: boolean
	/** Texts for a question that is not about entered values. */
	words?: { title: string; leave: string; stay: string }
	/** Offers to save first, and asks that instead; false where it could not be saved, and the screen stays. */
	save?(): boolean | Promise<boolean>
}

export interface LeaveQuestion {
	/** To be rendered by the screen. */
	question: ReactNode
	/** The back button of the screen. */
	onBack(): void
	/** Leaves without asking from now on: the entries are saved, or cannot be. */
	allow(): void
}

/** Continuations of the question, one for each answer. */
interface Asked {
	leave(): void
	stay(): void
}

/** Asks before a changed form or an ongoing activity is left, by any means: back, a link, the app, a reload. */
export function useLeaveQuestion(options: LeaveQuestionOptions): LeaveQuestion {
	const { isChanged, onBack, text, isKeptByReload = false, words, save } = options
	const { history } = useRouter()
	const isAllowed = useRef(false)
	const [asked, setAsked] = useState<Asked>()

	function allow() {
		isAllowed.current = true
	}

	function askBeforeBack() {
		setAsked({
			leave() {
				allow()
				onBack()
			},
			stay() {},
		})
	}

	const isLeaving = useEffectEvent(
		(to: Destination) =>
			!isAllowed.current && to.pathname !== history.location.pathname && options.isKeptAt?.(to) !== true,
	)

	useBackHandler(isChanged, askBeforeBack)
	useEffect(() => {
		if (!isChanged) return
		AlertDialog.preload()
		return history.block({
			enableBeforeUnload: () => !isKeptByReload && !isAllowed.current,
			blockerFn({ action, currentLocation, nextLocation }) {
				if (!isLeaving(nextLocation)) return false
				if (action === 'PUSH' || action === 'REPLACE') {
					return new Promise(resolve => setAsked({ leave: () => resolve(false), stay: () => resolve(true) }))
				}
				// A jump over several entries of the history: the router undoes it, and then the question can be shown.
				const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
				const leave = () => history.go(steps, { ignoreBlocker: true })
				window.addEventListener('popstate', () => setAsked({ leave, stay() {} }), { once: true })
				return true
			},
		})
	}, [isChanged, isKeptByReload, history])

	const answer = (choice: keyof Asked) => {
		setAsked(undefined)
		asked?.[choice]()
	}
	async function saveAndLeave(saving: () => boolean | Promise<boolean>) {
		setAsked(undefined)
		asked?.[(await saving()) ? 'leave' : 'stay']()
	}
	const leave = () => answer('leave')
	const choices = save
		? {
				title: m.common_save_title(),
				confirm: { label: m.common_save(), onConfirm: () => void saveAndLeave(save) },
				other: { label: m.common_do_not_save(), onPress: leave },
			}
		: {
				title: words?.title ?? m.common_discard_title(),
				confirm: { label: words?.leave ?? m.common_discard(), destructive: true, onConfirm: leave },
			}
	return {
		allow,
		onBack: isChanged ? askBeforeBack : onBack,
		question: asked && (
			<AlertDialog
				open
				onClose={() => answer('stay')}
				text={text}
				cancel={{ label: words?.stay ?? m.common_keep_editing() }}
				{...choices}
			/>
		),
	}
}
