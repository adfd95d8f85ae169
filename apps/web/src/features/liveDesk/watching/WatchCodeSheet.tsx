import { m } from '../../../locales/index.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { ScanText } from '../../meeting/index.ts'
import styles from './WatchCodeSheet.module.css'

export interface WatchCodeSheetProps {
	url: string
	/** True if viewers need one. */
	hasPassword: boolean
	open: boolean
	onOpenChange(open: boolean): void
}

/** The link of the viewers as a QR code. */
export function WatchCodeSheet({ url, hasPassword, open, onOpenChange }: WatchCodeSheetProps) {
	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.desk_code_title()} closeLabel={m.common_close()}>
			<p className={styles.text}>
				<ScanText url={url}>{m.desk_code_text()}</ScanText>
			</p>
			{hasPassword && <p className={styles.text}>{m.desk_code_password()}</p>}
			<QrCode text={url} label={m.desk_code_picture()} />
			<p className={styles.address}>{url}</p>
		</Sheet>
	)
}
