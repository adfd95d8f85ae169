import { splitLinks } from './links.ts'

/** The text of a message. Links are the only markup that it can have. */
export const LinkedText = ({ text }: { text: string }) =>
	splitLinks(text).map((part, index) =>
		part.href === undefined ? (
			part.text
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
			<a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
				{part.text}
			</a>
		),
	)
