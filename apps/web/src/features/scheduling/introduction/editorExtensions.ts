import { introductionMarkup, pictureNameOf } from '@parley/core'
import Image from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { WithoutEmoji } from './withoutEmoji.ts'

const schemes = new RegExp(`^(?:${introductionMarkup.linkSchemes.join('|')}):`, 'i')

/** An address as a link has it; undefined where it may not be one. A bare one is of the web. */
export function toLink(typed: string): string | undefined {
	const text = typed.trim()
	if (schemes.test(text) && text.replace(schemes, '').length > 0) return text
	return /^[^\s:/]+\.[^\s:/]+(?:[:/]\S*)?$/.test(text) ? `https://${text}` : undefined
}

/** Pictures that were uploaded here; those of other sites are left out when they are pasted. */
const Picture = Image.extend({
	addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
	parseHTML: () => [
		{ tag: 'img[src]', getAttrs: element => (pictureNameOf(element.getAttribute('src') ?? '') ? null : false) },
	],
})

export interface EditorOptions {
	placeholder: string
	onEmojiRemoved(): void
}

/** The schema is the markup an introduction may have (`introductionMarkup`): what else is pasted does not get in. */
export const editorExtensions = ({ placeholder, onEmojiRemoved }: EditorOptions) => [
	StarterKit.configure({
		code: false,
		codeBlock: false,
		heading: { levels: [2, 3] },
		// A paragraph of its own at the end would be one more each time it is edited.
		trailingNode: false,
		link: {
			openOnClick: false,
			protocols: [...introductionMarkup.linkSchemes],
			defaultProtocol: 'https',
			isAllowedUri: address => schemes.test(address),
			HTMLAttributes: { target: null, rel: null, class: null },
		},
	}),
	Picture,
	Placeholder.configure({ placeholder }),
	WithoutEmoji.configure({ onRemoved: onEmojiRemoved }),
]
