import type { ChatFile } from '@parley/core'
import { Download, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import styles from './AttachedFile.module.css'
import { addressOf } from './addresses.ts'
import { FileCard } from './FileCard.tsx'

const PictureViewer = lazyComponent(async () => (await import('./PictureViewer.tsx')).PictureViewer, { overlay: true })

export interface AttachedFileProps {
	file: ChatFile
	/** Path of the files of the chat; missing until the browser may load them. */
	path: string | undefined
	/** Number of times that the browser was let in: a picture that could not be loaded is loaded again after the next. */
	openings?: number
	/** Name of the person who sent it. */
	author: string
}

/** The picture or file of a message: a picture opens full screen, a file is saved (ROOM-220). */
export function AttachedFile({ file, path, openings = 0, author }: AttachedFileProps) {
	if (file.picture) return <Picture file={file} size={file.picture} path={path} openings={openings} author={author} />
	const card = (
		<FileCard name={file.name} bytes={file.bytes}>
			<Download className={styles.download} aria-hidden />
		</FileCard>
	)
	if (path === undefined) return card
	return (
		<a
			className={styles.file}
			href={addressOf(path, file, 'download')}
			// The server names the file. The page stays where it is, and with it the call.
			download=""
		>
			<span className="sr-only">{m.chat_file_save()}</span>
			{card}
		</a>
	)
}

interface PictureProps extends AttachedFileProps {
	size: { width: number; height: number }
	openings: number
}

function Picture({ file, size, path, openings, author }: PictureProps) {
	const [isOpen, setIsOpen] = useState(false)
	const access = `${path} ${openings}`
	const [missingWith, setMissingWith] = useState<string>()
	if (missingWith === access)
		return (
			<span className={styles.missing}>
				<ImageOff aria-hidden />
				{m.chat_picture_missing()}
			</span>
		)
	return (
		<>
			<button
				type="button"
				className={styles.picture}
				// Reserved before it is loaded, so that the messages stay where they are.
				style={{ aspectRatio: `${size.width} / ${size.height}`, width: widthOf(size) }}
				aria-label={m.chat_picture_open({ name: author })}
				disabled={path === undefined}
				onClick={() => setIsOpen(true)}
			>
				{path !== undefined && (
					<img
						src={addressOf(path, file, 'thumbnail')}
						alt=""
						loading="lazy"
						decoding="async"
						draggable={false}
						onError={() => setMissingWith(access)}
					/>
				)}
			</button>
			{path !== undefined && (
				<PictureViewer open={isOpen} onOpenChange={setIsOpen} file={file} path={path} author={author} />
			)}
		</>
	)
}

/** The longer side; very long pictures are cut, and shown whole when they are opened. */
const maxSide = 220
const minSide = 72

function widthOf({ width, height }: PictureProps['size']): string {
	const scale = Math.min(1, maxSide / Math.max(width, height))
	return `${Math.max(minSide, Math.round(width * scale))}px`
}
