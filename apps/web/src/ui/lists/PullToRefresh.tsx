import { limits } from '@parley/core'
import { clsx } from 'clsx'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Spinner } from '../progress/Loading.tsx'
import styles from './PullToRefresh.module.css'

/** PAGE-18: how far a finger has to travel, in CSS pixels. */
const defaultDistancePx: number = limits.pullDistancePx

export type PullState =
	| { status: 'idle' }
	/** A finger is down at the top of the list; the browser may still scroll with it. */
	| { status: 'touched'; x: number; y: number }
	| { status: 'pulling'; y: number; travelPx: number; isFarEnough: boolean }
	| { status: 'refreshing' }

export type PullEvent =
	| { type: 'down'; x: number; y: number; scrolledPx: number }
	| { type: 'move'; x: number; y: number }
	| { type: 'up' }
	| { type: 'cancel' }
	| { type: 'refresh' }
	| { type: 'done' }

function pullMoved(state: PullState, event: { x: number; y: number }, distancePx: number): PullState {
	if (state.status === 'touched') {
		const travelPx = event.y - state.y
		if (travelPx <= 0 || Math.abs(event.x - state.x) > travelPx) return { status: 'idle' }
		return { status: 'pulling', y: state.y, travelPx, isFarEnough: travelPx > distancePx }
	}
	if (state.status !== 'pulling') return state
	const travelPx = Math.max(0, event.y - state.y)
	return { ...state, travelPx, isFarEnough: travelPx > distancePx }
}

/** The states of a pull; starts a refresh when the finger is lifted after `distancePx`. */
export function pullReducer(state: PullState, event: PullEvent, distancePx = defaultDistancePx): PullState {
	switch (event.type) {
		case 'down':
			if (state.status === 'refreshing' || event.scrolledPx > 0) return state
			return { status: 'touched', x: event.x, y: event.y }
		case 'move':
			return pullMoved(state, event, distancePx)
		case 'up':
			if (state.status === 'refreshing') return state
			return state.status === 'pulling' && state.isFarEnough ? { status: 'refreshing' } : { status: 'idle' }
		case 'cancel':
			return state.status === 'refreshing' ? state : { status: 'idle' }
		case 'refresh':
			return { status: 'refreshing' }
		case 'done':
			return { status: 'idle' }
	}
}

interface PullOptions {
	onRefresh: () => Promise<unknown>
	/** 35 CSS pixels by default (PAGE-18). */
	distancePx?: number
	/** Scroll offset of the list; by default that of the document. */
	scrolledPx?: () => number
	disabled?: boolean
}

/** The state of a pull, and what feeds events to it. The functions it returns never change. */
function usePull({ onRefresh, distancePx = defaultDistancePx, scrolledPx = () => window.scrollY }: PullOptions) {
	const [state, setState] = useState<PullState>({ status: 'idle' })
	const current = useRef(state)
	const options = useRef({ onRefresh, scrolledPx, distancePx })
	options.current = { onRefresh, scrolledPx, distancePx }

	const [controls] = useState(() => {
		function send(event: PullEvent) {
			const before = current.current
			const after = pullReducer(before, event, options.current.distancePx)
			if (after === before) return
			current.current = after
			setState(after)
			if (after.status !== 'refreshing') return
			const done = () => send({ type: 'done' })
			options.current.onRefresh().then(done, done)
		}
		return {
			send,
			isPulling: () => current.current.status === 'pulling',
			scrolledPx: () => options.current.scrolledPx(),
		}
	})
	return { state, controls }
}

type PullControls = ReturnType<typeof usePull>['controls']

function useTouchEvents(container: RefObject<HTMLElement | null>, controls: PullControls, disabled = false) {
	useEffect(() => {
		const element = container.current
		if (!element || disabled) return
		const { send, isPulling, scrolledPx } = controls

		function down(event: TouchEvent) {
			const touch = event.touches[0]
			if (!touch || event.touches.length > 1) return send({ type: 'cancel' })
			send({ type: 'down', x: touch.clientX, y: touch.clientY, scrolledPx: scrolledPx() })
		}
		function move(event: TouchEvent) {
			const touch = event.touches[0]
			if (!touch) return
			send({ type: 'move', x: touch.clientX, y: touch.clientY })
			// Otherwise iOS stretches the whole page along with the list.
			if (isPulling() && event.cancelable) event.preventDefault()
		}
		const up = () => send({ type: 'up' })
		const cancel = () => send({ type: 'cancel' })

		element.addEventListener('touchstart', down, { passive: true })
		// React registers touchmove as passive, which cannot prevent scrolling.
		element.addEventListener('touchmove', move, { passive: false })
		element.addEventListener('touchend', up)
		element.addEventListener('touchcancel', cancel)
		return () => {
			element.removeEventListener('touchstart', down)
			element.removeEventListener('touchmove', move)
			element.removeEventListener('touchend', up)
			element.removeEventListener('touchcancel', cancel)
		}
	}, [container, controls, disabled])
}

/** Returns how far the list moves down; the farther it is pulled, the less it follows the finger. */
const offsetPx = (travelPx: number) => 90 * (1 - Math.exp(-travelPx / 110))

export interface PullToRefreshProps extends PullOptions {
	labels: {
		pull: string
		release: string
		refreshing: string
		/** Names the button that does the same for keyboards and screen readers; it is visible while it has the focus. */
		button: string
	}
	children: ReactNode
}

/** A list that is fetched again when it is pulled down. */
export function PullToRefresh({ labels, children, ...options }: PullToRefreshProps) {
	const { distancePx = defaultDistancePx, disabled } = options
	const container = useRef<HTMLDivElement>(null)
	const { state, controls } = usePull(options)
	useTouchEvents(container, controls, disabled)

	const travelPx = state.status === 'pulling' ? state.travelPx : 0
	const isRefreshing = state.status === 'refreshing'
	const isFarEnough = state.status === 'pulling' && state.isFarEnough
	const style = {
		'--drop': offsetPx(travelPx),
		'--pull': isRefreshing ? 1 : Math.min(1, travelPx / distancePx),
	} as CSSProperties

	return (
		<div
			ref={container}
			className={styles.place}
			style={style}
			data-pull={isRefreshing || state.status === 'pulling' ? state.status : undefined}
		>
			<button
				type="button"
				className={styles.button}
				disabled={disabled || isRefreshing}
				onClick={() => controls.send({ type: 'refresh' })}
			>
				{labels.button}
			</button>
			<div className={clsx(styles.sign, (travelPx > 8 || isRefreshing) && styles.shown)} aria-hidden>
				{isRefreshing ? <Spinner /> : <RisingSun />}
				{isRefreshing ? labels.refreshing : isFarEnough ? labels.release : labels.pull}
			</div>
			<span role="status" className="sr-only">
				{isRefreshing ? labels.refreshing : ''}
			</span>
			<div className={styles.content}>{children}</div>
		</div>
	)
}

/** Rises as far as the list is pulled (`--pull`). */
function RisingSun() {
	const clip = useId()
	return (
		<svg className={styles.sun} viewBox="0 0 28 16" fill="currentColor" aria-hidden="true">
			<clipPath id={clip}>
				<path d="M0 0h28v13H0z" />
			</clipPath>
			<g clipPath={`url(#${clip})`}>
				<circle className={styles.disc} cx="14" cy="13" r="8" />
			</g>
			<path d="M1 14.5h26" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
		</svg>
	)
}
