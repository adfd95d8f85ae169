import { stripEmoji } from '@parley/core'
import type { CompositionEvent, FormEvent } from 'react'

type Written = HTMLInputElement | HTMLTextAreaElement

/** What a field may keep of a text, and whether emoji were taken out of it. */
export function applyFilter(typed: string, allowed: (text: string) => string): { text: string; tookEmoji: boolean } {
	const text = allowed(typed)
	return { text, tookEmoji: text !== typed && stripEmoji(typed) !== typed }
}

/**
 * Handlers that keep a field to what it may hold while it is typed into. What an input method is still composing is
 * left alone: taking letters from under it would break the word.
 */
export function filterInput(allowed: (text: string) => string, told?: (tookEmoji: boolean) => void) {
	function keep(input: Written) {
		const { text, tookEmoji } = applyFilter(input.value, allowed)
		if (text !== input.value) input.value = text
		return tookEmoji
	}
	return {
		onInput(event: FormEvent<Written>) {
			if ((event.nativeEvent as InputEvent).isComposing) return
			const tookEmoji = keep(event.currentTarget)
			told?.(tookEmoji)
		},
		onCompositionEnd(event: CompositionEvent<Written>) {
			const input = event.currentTarget
			const { text, tookEmoji } = applyFilter(input.value, allowed)
			write(input, text)
			input.dispatchEvent(new Event('input', { bubbles: true }))
			told?.(tookEmoji)
		},
	}
}

/** Past the setter React watches, so that the event after it is heard as a change. */
function write(input: Written, text: string) {
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
}
