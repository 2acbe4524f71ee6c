"""Addresses of the room ``cash``."""

from django.urls import path

from tournaments.cash.views import book, closing, counting, dues, evenings, statement

urlpatterns = [
    path("cash/", book.index, name="cash"),
    path("cash/accounts/", book.account_list, name="cash-accounts"),
    path("cash/accounts/<uuid:pk>/", book.account, name="cash-account"),
    path("cash/vouchers/<uuid:pk>/", book.voucher, name="voucher"),
    path("cash/vouchers/<uuid:pk>/void/", book.void, name="voucher-void"),
    path("cash/receipts/<uuid:pk>/", book.receipt, name="receipt"),
    path("cash/count/", counting.count, name="cash-count"),
    path("cash/years/<int:year>/", counting.year, name="cash-year"),
    path("cash/years/<int:year>/postings/", counting.postings, name="cash-postings"),
    path("cash/years/<int:year>/close/", closing.close, name="cash-year-close"),
    path("cash/years/<int:year>/reopen/", closing.reopen, name="cash-year-reopen"),
    path("cash/dues/", dues.index, name="dues"),
    path("cash/dues/<uuid:pk>/", dues.half, name="dues-half"),
    path("cash/dues/<uuid:pk>/settings/", dues.settings, name="dues-settings"),
    path("cash/dues/<uuid:pk>/pay/", dues.pay, name="dues-pay"),
    path("cash/dues/<uuid:pk>/back/", dues.back, name="dues-back"),
    path("cash/dues/<uuid:pk>/waive/", dues.waive, name="dues-waive"),
    path("cash/statement/", statement.page, name="cash-statement"),
    path("events/<uuid:pk>/cash/", evenings.page, name="evening-cash"),
    path("events/<uuid:pk>/cash/entrance/", evenings.entrance, name="evening-entrance"),
    path("events/<uuid:pk>/cash/prizes/", evenings.prizes, name="evening-prizes"),
    path("events/<uuid:pk>/cash/prizes/back/", evenings.prizes_back, name="evening-prizes-back"),
    path("cash/waivers/<uuid:pk>/end/", dues.end_waiver, name="waiver-end"),
]
