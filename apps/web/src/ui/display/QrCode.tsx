import { QrCode as Code, type QrCodeProps } from '@parley/design'
import styles from './QrCode.module.css'

/** A QR code that fits a sheet of the phone, landscape too. */
export const QrCode = (props: Omit<QrCodeProps, 'className'>) => <Code {...props} className={styles.code} />
