import { stripEmoji } from '@parley/core'
import type { CompositionEvent, FormEvent } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** The allowed part of a text, and whether emoji were removed from it. */
export function applyFilter(
	typed: string,
	allowed: (text: string) => string,
): { text: string; hasRemovedEmoji: boolean } {
	const text = allowed(typed)
	return { text, hasRemovedEmoji: text !== typed && stripEmoji(typed) !== typed }
}

/**
 * Event handlers that remove characters a field does not allow while typing. Text that an input method is still
 * composing is not changed: that would break the composition.
 */
export function filterInput(allowed: (text: string) => string, onFiltered?: (hasRemovedEmoji: boolean) => void) {
	function applyToInput(input: TextElement) {
		const { text, hasRemovedEmoji } = applyFilter(input.value, allowed)
		if (text !== input.value) input.value = text
		return hasRemovedEmoji
	}
	return {
		onInput(event: FormEvent<TextElement>) {
			if ((event.nativeEvent as InputEvent).isComposing) return
			const hasRemovedEmoji = applyToInput(event.currentTarget)
			onFiltered?.(hasRemovedEmoji)
		},
		onCompositionEnd(event: CompositionEvent<TextElement>) {
			const input = event.currentTarget
			const { text, hasRemovedEmoji } = applyFilter(input.value, allowed)
			write(input, text)
			input.dispatchEvent(new Event('input', { bubbles: true }))
			onFiltered?.(hasRemovedEmoji)
		},
	}
}

/** With the native setter, so that React treats the following event as a change. */
function write(input: TextElement, text: string) {
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
}
