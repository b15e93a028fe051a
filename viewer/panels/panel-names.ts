export type Panel = 'outline' | 'layers' | 'views' | 'check' | 'history' | 'compare'
