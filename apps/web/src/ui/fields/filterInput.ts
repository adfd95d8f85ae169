import { charactersLost, stripEmoji } from '@parley/core'
import type { CompositionEvent, FormEvent } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** The allowed part of a text, and the emoji that were removed from it, each once: `😀 👍🏽`. */
export function applyFilter(typed: string, allowed: (text: string) => string): { text: string; removedEmoji: string } {
	const text = allowed(typed)
	return { text, removedEmoji: text === typed ? '' : emojiIn(typed) }
}

function emojiIn(text: string): string {
	// Firefox before 125 has no segmenter; there an emoji of several characters is named by each of them.
	const parts =
		'Segmenter' in Intl
			? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
			: charactersLost(text)
	return [...new Set(parts.filter(part => stripEmoji(part) !== part))].join(' ')
}

/**
 * Event handlers that remove characters a field does not allow while typing. Text that an input method is still
 * composing is not changed: that would break the composition.
 */
export function filterInput(allowed: (text: string) => string, onFiltered?: (removedEmoji: string) => void) {
	function applyToInput(input: TextElement) {
		const { text, removedEmoji } = applyFilter(input.value, allowed)
		if (text !== input.value) input.value = text
		return removedEmoji
	}
	return {
		onInput(event: FormEvent<TextElement>) {
			if ((event.nativeEvent as InputEvent).isComposing) return
			const removedEmoji = applyToInput(event.currentTarget)
			onFiltered?.(removedEmoji)
		},
		onCompositionEnd(event: CompositionEvent<TextElement>) {
			const input = event.currentTarget
			const { text, removedEmoji } = applyFilter(input.value, allowed)
			write(input, text)
			input.dispatchEvent(new Event('input', { bubbles: true }))
			onFiltered?.(removedEmoji)
		},
	}
}

/** With the native setter, so that React treats the following event as a change. */
function write(input: TextElement, text: string) {
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
}
