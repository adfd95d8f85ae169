import { stripEmoji } from '@parley/core'
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const key = new PluginKey<undefined>('withoutEmoji')

/** The editor ends a composition in a task of its own, up to 20 ms later. */
const afterCompositionMs = 50

/** The parts of a text that are emoji, as offsets. */
export function emojiRanges(text: string): { from: number; to: number }[] {
	const kept = stripEmoji(text)
	const ranges: { from: number; to: number }[] = []
	let at = 0
	for (let index = 0; index < text.length; index++) {
		if (text[index] === kept[at]) {
			at++
			continue
		}
		const last = ranges.at(-1)
		if (last?.to === index) last.to++
		else ranges.push({ from: index, to: index + 1 })
	}
	return ranges
}

function withoutEmojiIn(tr: Transaction): boolean {
	const found: { from: number; to: number }[] = []
	tr.doc.descendants((node, position) => {
		for (const { from, to } of emojiRanges(node.text ?? '')) found.push({ from: position + from, to: position + to })
	})
	for (const { from, to } of found.reverse()) tr.delete(from, to)
	return found.length > 0
}

/** Takes emoji out of what is typed and pasted (LSET-09), but not while an input method composes: that would end it. */
export const WithoutEmoji = Extension.create<{ onRemoved(): void }>({
	name: 'withoutEmoji',
	addOptions: () => ({ onRemoved() {} }),
	addProseMirrorPlugins() {
		const { onRemoved } = this.options
		let view: EditorView | undefined
		return [
			new Plugin({
				key,
				view(shown) {
					view = shown
					return {}
				},
				props: {
					handleDOMEvents: {
						compositionend: composed => {
							setTimeout(
								() => composed.isDestroyed || composed.dispatch(composed.state.tr.setMeta(key, true)),
								afterCompositionMs,
							)
							return false
						},
					},
				},
				appendTransaction(transactions, _, { tr }) {
					if (view?.composing || !transactions.some(done => done.docChanged || done.getMeta(key) === true)) return null
					if (!withoutEmojiIn(tr)) return null
					onRemoved()
					return tr
				},
			}),
		]
	},
})
