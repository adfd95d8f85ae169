import { Dialog } from '@base-ui/react/dialog'
import type { ChatFile } from '@parley/core'
import { clsx } from 'clsx'
import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { useBackHandler } from '../../ui/back/backHandlers.ts'
import { IconButton, Spinner } from '../../ui/index.ts'
import { addressOf } from './addresses.ts'
import styles from './PictureViewer.module.css'

export interface PictureViewerProps {
	open: boolean
	onOpenChange(open: boolean): void
	file: ChatFile
	path: string
	author: string
}

/** A picture over everything, whole or enlarged; Esc, back and the button close it. */
export function PictureViewer({ open, onOpenChange, file, path, author }: PictureViewerProps) {
	useBackHandler(open, () => onOpenChange(false))
	return (
		<Dialog.Root open={open} onOpenChange={next => onOpenChange(next)}>
			<Dialog.Portal>
				<Dialog.Backdrop forceRender className={styles.backdrop} />
				<Dialog.Popup className={styles.viewer}>
					<div className={styles.head}>
						<Dialog.Title className={styles.title}>{m.chat_picture_of({ name: author })}</Dialog.Title>
						<a
							className={styles.save}
							href={addressOf(path, file, 'download')}
							download=""
							aria-label={m.chat_picture_save()}
						>
							<Download aria-hidden />
						</a>
						<Dialog.Close
							render={<IconButton className={styles.close} label={m.chat_picture_close()} icon={<X />} />}
						/>
					</div>
					<Enlarged file={file} path={path} author={author} />
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function Enlarged({ file, path, author }: Pick<PictureViewerProps, 'file' | 'path' | 'author'>) {
	const [status, setStatus] = useState<'loading' | 'shown' | 'missing'>('loading')
	const [isLarge, setIsLarge] = useState(false)
	return (
		<>
			<div
				className={clsx(styles.stage, isLarge && styles.scrolled)}
				{...(isLarge && { tabIndex: 0, role: 'group', 'aria-label': m.chat_picture_of({ name: author }) })}
			>
				{status === 'loading' && (
					<div className={styles.note}>
						<Spinner label={m.chat_picture_loading()} />
					</div>
				)}
				{status === 'missing' ? (
					<p className={styles.note} role="alert">
						{m.chat_picture_missing()}
					</p>
				) : (
					<img
						className={styles.picture}
						src={addressOf(path, file, 'picture')}
						alt={m.chat_picture_of({ name: author })}
						width={file.picture?.width}
						height={file.picture?.height}
						onLoad={() => setStatus('shown')}
						onError={() => setStatus('missing')}
					/>
				)}
			</div>
			{status === 'shown' && (
				<div className={styles.foot}>
					<IconButton
						className={styles.zoom}
						label={isLarge ? m.chat_picture_whole() : m.chat_picture_enlarge()}
						icon={isLarge ? <ZoomOut /> : <ZoomIn />}
						onClick={() => setIsLarge(!isLarge)}
					/>
				</div>
			)}
		</>
	)
}
