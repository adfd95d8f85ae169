import { QrCode as QrCodeIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { AddressText, CopyButton, IconButton, lazyComponent } from '../../../ui/index.ts'
import { isLoopbackAddress, showCopyResult } from '../../meeting/index.ts'
import styles from './WatchLink.module.css'

const WatchCodeSheet = lazyComponent(async () => (await import('./WatchCodeSheet.tsx')).WatchCodeSheet, {
	overlay: true,
})

export interface WatchLinkProps {
	url: string
	/** True if viewers need one. */
	hasPassword: boolean
	/** Missing until it can be shared. */
	onShare?: (() => void) | undefined
}

/** The viewers' link: to copy, to share, and as a QR code. */
export function WatchLink({ url, hasPassword, onShare }: WatchLinkProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<section className={styles.link} aria-label={m.desk_link()}>
			<span className={styles.label}>{m.desk_link()}</span>
			<div className={styles.actions}>
				<CopyButton text={url} label={m.desk_link_copy()} onCopied={showCopyResult} />
				<IconButton label={m.desk_link_code()} icon={<QrCodeIcon />} onClick={() => setOpen(true)} />
				<IconButton label={m.desk_link_share()} icon={<Share2 />} disabled={!onShare} onClick={onShare} />
			</div>
			<a className={styles.address} href={url} target="_blank" rel="noreferrer">
				<span>
					<AddressText address={url} />
				</span>
			</a>
			{isLoopbackAddress(url) && <p className={styles.note}>{m.common_link_local()}</p>}
			<WatchCodeSheet url={url} hasPassword={hasPassword} open={isOpen} onOpenChange={setOpen} />
		</section>
	)
}
