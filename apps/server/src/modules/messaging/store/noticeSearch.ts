import { storableText } from './storableText.ts'

/** The searched text of notices: all texts a person reads, ignoring case. */
export const searchedText = ({ title, content }: Record<string, unknown>): string =>
	storableText(
		[title, content]
			.filter(text => typeof text === 'string')
			.join('\n')
			.toLowerCase(),
	)

/** All of these must be in a notice that is found. */
export const searchedWords = (keywords: string): string[] =>
	storableText(keywords)
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '')
