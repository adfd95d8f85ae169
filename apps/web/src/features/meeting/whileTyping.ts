import type { CompositionEvent, FormEvent } from 'react'

/**
 * Handlers that keep a field to what it may hold while it is typed into. What an input method is still composing is
 * left alone: taking letters from under it would break the word.
 */
export function whileTyping(allowed: (text: string) => string) {
	function keep(input: HTMLInputElement) {
		const text = allowed(input.value)
		if (text !== input.value) input.value = text
	}
	return {
		onInput(event: FormEvent<HTMLInputElement>) {
			if (!(event.nativeEvent as InputEvent).isComposing) keep(event.currentTarget)
		},
		onCompositionEnd(event: CompositionEvent<HTMLInputElement>) {
			keep(event.currentTarget)
			event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }))
		},
	}
}
