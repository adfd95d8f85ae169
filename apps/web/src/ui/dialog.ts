/** Brings Base UI's dialog with it: load it with the first thing that has to be asked. */
export { AlertDialog, type AlertDialogProps } from './overlays/AlertDialog.tsx'
export { Dialog, type DialogProps } from './overlays/Dialog.tsx'
