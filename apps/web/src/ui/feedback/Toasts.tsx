import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import styles from './Toasts.module.css'
import { keepOffControls } from './toastPlace.ts'

export type ToastTone = 'plain' | 'ok' | 'error'

export interface ToastItem {
	id: number
	text: string
	tone: ToastTone
}

export interface ToastOptions {
	tone?: ToastTone
	/** 2 seconds by default (CONST-01). */
	durationMs?: number
}

export interface Toasts {
	/** Shows a text in place of the one before and returns its id; the same text again restarts its time. */
	show(text: string, options?: ToastOptions): number
	dismiss(id: number): void
	current(): readonly ToastItem[]
	subscribe(changed: () => void): () => void
}

/** Schedules `run` and returns a cancel function. */
export type After = (ms: number, run: () => void) => () => void

export const toastMs = 2000

const afterTimeout: After = (ms, run) => {
	const timer = setTimeout(run, ms)
	return () => clearTimeout(timer)
}

export function createToasts(after: After = afterTimeout): Toasts {
	let items: readonly ToastItem[] = []
	let lastId = 0
	const pending = new Map<number, () => void>()
	const listeners = new Set<() => void>()

	function setItems(next: readonly ToastItem[]) {
		items = next
		for (const changed of listeners) changed()
	}

	function cancel(id: number) {
		pending.get(id)?.()
		pending.delete(id)
	}

	function dismiss(id: number) {
		cancel(id)
		if (items.some(item => item.id === id)) setItems(items.filter(item => item.id !== id))
	}

	function show(text: string, { tone = 'plain', durationMs = toastMs }: ToastOptions = {}) {
		const same = items.find(item => item.text === text && item.tone === tone)
		const id = same?.id ?? ++lastId
		pending.get(id)?.()
		pending.set(
			id,
			after(durationMs, () => dismiss(id)),
		)
		if (same) return id
		for (const before of items) cancel(before.id)
		setItems([{ id, text, tone }])
		return id
	}

	function subscribe(changed: () => void) {
		listeners.add(changed)
		return () => void listeners.delete(changed)
	}

	return { show, dismiss, subscribe, current: () => items }
}

/** The toasts of the page, rendered by `ToastHost`. */
export const toast: Toasts = createToasts()

const icons = { plain: null, ok: <CircleCheck />, error: <CircleAlert /> } as const

/**
 * Rendered once, near the root, off the controls and fields of the screen. The live region exists before its first text;
 * otherwise that would not be announced.
 */
export function ToastHost({ toasts = toast }: { toasts?: Toasts }) {
	const items = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current)
	const host = useRef<HTMLDivElement>(null)
	const isShown = items.length > 0
	// biome-ignore lint/correctness/useExhaustiveDependencies: another text may be higher
	useLayoutEffect(() => (isShown && host.current ? keepOffControls(host.current) : undefined), [isShown, items])
	return (
		<div ref={host} className={styles.host} role="status" aria-live="polite">
			{items.map((item: ToastItem) => (
				<div key={item.id} className={clsx(styles.toast, styles[item.tone])}>
					{icons[item.tone]}
					{item.text}
				</div>
			))}
		</div>
	)
}
