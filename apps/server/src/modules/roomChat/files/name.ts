import { chatFileLimits, truncate } from '@parley/core'

/** Control characters, those that change the direction of writing or are invisible, and those that paths are made of. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}"*/:<>?\\|]+/gu

/** Returns the name under which a file is shown and saved, with this extension and at most `nameMax` characters. */
export function cleanFileName(name: string, extension: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? ''
	const stem = last
		.replace(/\.\w+\s*$/, '')
		.normalize('NFC')
		.replace(unsafe, ' ')
		.replace(/\s+/g, ' ')
		.replace(/^[\s.]+|[\s.]+$/g, '')
	return `${truncate(stem, chatFileLimits.nameMax - extension.length - 1) || 'file'}.${extension}`
}
